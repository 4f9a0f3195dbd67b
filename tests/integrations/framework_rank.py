"""One process of several: gives its share to each framework's metric, and writes what all of them answer."""

from __future__ import annotations

import contextlib
import io
import json
import math
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

from torch import distributed

sys.path.insert(0, str(Path(__file__).parents[1] / "made"))
import torch
from training_scenes import CATEGORIES, scene

from truebox.integrations.detectron2 import TrueboxEvaluator
from truebox.integrations.ignite import DetectionMetric
from truebox.integrations.mmengine import TrueboxMetric
from truebox.integrations.torchvision import CocoEvaluator

SPREADS = ("unequal", "empty", "padded", "other")
IDS = list(CATEGORIES)


def shares(spread: str, world: int, images: list[int]) -> list[list[int]]:
    """The images of each process."""
    if spread == "unequal":
        return [images[:7], images[7:8], images[8:]][:world] if world == 3 else [images[:9], images[9:]]
    if spread == "empty":
        return [images, *([] for _ in range(world - 1))]
    found = [images[rank::world] for rank in range(world)]
    # A sampler that pads gives the first images to the last processes once more.
    found[-1] = [*found[-1], *images[:2]]
    return found


def of_torchvision(truth, outputs, path):
    evaluator = CocoEvaluator(truth, ["bbox", "segm"])
    for image, found in outputs.items():
        evaluator.update({image: found})
    evaluator.synchronize_between_processes()
    with contextlib.redirect_stdout(io.StringIO()):
        evaluator.accumulate()
        evaluator.summarize()
    return [each for kind in ("bbox", "segm") for each in evaluator.coco_eval[kind].stats.tolist()]


def of_ignite(truth, outputs, path):
    metric = DetectionMetric(truth=truth)
    for image, found in outputs.items():
        metric.update(([found], [{"image_id": image}]))
    return sorted(metric.compute().items())


def of_detectron2(truth, outputs, path):
    evaluator = TrueboxEvaluator(truth, ["bbox"])
    for image, found in outputs.items():
        classes = torch.tensor([IDS.index(label) for label in found["labels"].tolist()]).long()
        instances = SimpleNamespace(
            pred_boxes=found["boxes"], scores=found["scores"], pred_classes=classes, has=lambda _: True
        )
        evaluator.process([{"image_id": image}], [{"instances": instances}])
    numbers = evaluator.evaluate()
    return [] if not numbers else sorted(numbers["bbox"].items())


def of_mmengine(truth, outputs, path):
    metric = TrueboxMetric(path)
    metric.dataset_meta = {"classes": tuple(CATEGORIES.values())}
    for image, found in outputs.items():
        labels = torch.tensor([IDS.index(label) for label in found["labels"].tolist()]).long()
        held = {"bboxes": found["boxes"], "scores": found["scores"], "labels": labels}
        metric.process(None, [{"img_id": image, "pred_instances": held}])
    return sorted(metric.evaluate(len(truth["images"])).items())


FRAMEWORKS = {
    "torchvision": of_torchvision,
    "ignite": of_ignite,
    "detectron2": of_detectron2,
    "mmengine": of_mmengine,
}


def answers(truth, outputs, path):
    """Of each framework its numbers, as texts, and what was said."""
    found = {}
    for name, numbers in FRAMEWORKS.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            said = repr(list(numbers(truth, outputs, path)))
        found[name] = [said, [str(each.message) for each in caught]]
    return found


def main(rank: int, world: int, folder: str) -> None:
    """Every spread, one after the other."""
    distributed.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=world)
    truth, outputs = scene(13, 2)
    written = {}
    for spread in SPREADS:
        mine = {image: outputs[image] for image in shares(spread, world, list(outputs))[rank]}
        if spread == "other" and rank == world - 1:
            # The same image in another batch: its scores differ in the last bit.
            again = list(mine)[-1]
            scores = mine[again]["scores"]
            mine[again] = {
                **mine[again],
                "scores": torch.nextafter(scores, torch.full_like(scores, math.inf)),
            }
        written[spread] = answers(truth, mine, f"{folder}/truth.json")
    Path(folder, f"{rank}.json").write_text(json.dumps(written))
    distributed.destroy_process_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
