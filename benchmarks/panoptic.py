"""How long does counting pixels take: panoptic quality, in memory and from PNGs, and label maps?"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.pixel_data import PanopticScenes, label_maps, panoptic_scenes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Panoptic counts of 480 × 640 images and confusion matrices of 1024 × 2048 maps."""
    answer = Answer(
        "panoptic",
        "Panoptic quality and label confusion",
        "One process, calls interleaved; all counts must be equal. Images of 480 × 640 pixels with about 12 "
        "segments; label maps of 1024 × 2048 pixels with 19 labels, smooth, changing at every pixel, "
        "or of one label throughout.",
    )
    modules, answer.skipped = adapters(["numpy_pixels"], "panoptic")
    counters, absent = adapters(["hotcoco", "vernier", "torchmetrics"], "confuse")
    answer.skipped += absent
    scenes = panoptic_scenes(4 if quick else 40)
    count = len(scenes.truth["annotations"])
    with tempfile.TemporaryDirectory() as folder:
        paths = [_write(Path(folder), name, getattr(scenes, name)) for name in ("truth", "predictions")]
        cases: list[tuple[str, dict[str, Call], float]] = [
            (
                f"panoptic quality, {count} images in memory",
                {
                    "truebox": _panoptic(scenes.truth, scenes.predictions),
                    **{
                        m.TOOL: m.panoptic(*_both(scenes), lambda part: part["segmentation"]) for m in modules
                    },
                },
                3,
            ),
            (
                f"panoptic quality, {count} images from PNGs",
                {
                    "truebox": _panoptic(*paths),
                    **{m.TOOL: m.panoptic(*_both(scenes), _png_reader()) for m in modules},
                },
                1,  # decoding PNGs, which is Pillow's work in both, takes nine tenths of the time
            ),
        ]
        for kind, factor in (("smooth", 4), ("noisy", 1), ("empty", 4)):
            maps = label_maps(1 if quick else 4, kind)
            calls = {"truebox": _confusion(*maps)}
            calls |= {module.TOOL: module.confuse(*maps, 19) for module in [*counters, *modules]}
            cases.append((f"confusion, {kind} label maps", calls, factor))
        for case, calls, factor in cases:
            _time(answer, case, calls, rounds or (3 if quick else 7))
            answer.promise_speed(case, "truebox", [module.TOOL for module in modules], factor)
    return answer


def _time(answer: Answer, case: str, calls: dict[str, Call], rounds: int) -> None:
    expected = {"continuous": next(reversed(calls.values())).run()}
    verdicts = {tool: judge(call, expected) for tool, call in calls.items()}
    if verdicts["truebox"] != "identical":
        raise RuntimeError(f"{case}: {verdicts['truebox']}")
    runs = {tool: call.run for tool, call in calls.items()}
    for tool, samples in interleave(runs, rounds).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))


def _both(scenes: PanopticScenes) -> tuple[dict[str, Any], dict[str, Any]]:
    return scenes.truth, scenes.predictions


def _panoptic(truth: Any, predictions: Any) -> Call:
    from truebox.evaluation import evaluate_panoptic

    def read(result: Any) -> Array:
        names = ("true_positives", "false_positives", "false_negatives")
        return np.array([[getattr(entry, name) for name in names] for entry in result.per_class])

    return Call(lambda: evaluate_panoptic(truth, predictions, mode="corrected"), read=read)


def _confusion(truths: list[Array], predictions: list[Array]) -> Call:
    from truebox.evaluation import semantic_iou

    return Call(
        lambda: semantic_iou(truths, predictions, classes=19), read=lambda found: np.asarray(found.matrix)
    )


def _write(folder: Path, name: str, document: dict[str, Any]) -> Path:
    """The document as COCO lays it out; the maps stay in memory for the other tools."""
    from PIL import Image

    (folder / name).mkdir()
    annotations = []
    for entry in document["annotations"]:
        ids = entry["segmentation"].astype("<u4")
        colours = np.ascontiguousarray(ids.view(np.uint8).reshape(*ids.shape, 4)[..., :3])
        file_name = f"{entry['image_id']}.png"
        Image.fromarray(colours).save(folder / name / file_name)
        kept = {key: value for key, value in entry.items() if key != "segmentation"}
        annotations.append({**kept, "file_name": file_name})
        entry["file"] = folder / name / file_name
    path = folder / f"{name}.json"
    path.write_text(json.dumps({**document, "annotations": annotations}), encoding="utf-8")
    return path


def _png_reader() -> Any:
    from PIL import Image

    def read(entry: dict[str, Any]) -> Array:
        with Image.open(entry["file"]) as image:
            colours = np.asarray(image).astype(np.uint32)
        return np.asarray(colours[..., 0] + 256 * colours[..., 1] + 65536 * colours[..., 2])

    return read


if __name__ == "__main__":
    main(ask)
