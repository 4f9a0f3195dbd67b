"""Generated words of Total-Text and CTW1500, and what the sets' own scripts returned: `polygon_kits.json`.

The kits: ``Deteval.py`` and ``Pascal_VOC.py`` of cs-chan/Total-Text-Dataset at 9e8ff0a, and
``voc_eval_polygon.py`` of Yuliang-Liu/Curve-Text-Detector at 2126a66, as Python 3, with ``difficult`` of
what is ``###``; shapely 2.2.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

KITS: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parent / "polygon_kits.json").read_text())
PARTS = ("precision", "recall", "hmean")


def ids_of(name: str) -> list[str]:
    return [each["kind"] for each in KITS[name]]


def total_text_files(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """Text files of the truth; of detections y stands before x."""
    truth, found = folder / "truth", folder / "found"
    truth.mkdir(), found.mkdir()
    for number, image in enumerate(world["images"], start=1):
        lines = []
        for mark, *corners in image["words"]:
            x, y = (" ".join(map(str, corners[k::2])) for k in (0, 1))
            lines.append(f"x: [[{x}]], y: [[{y}]], ornt: [u'{mark}'], transcriptions: [u'w']\n")
        (truth / f"poly_gt_img{number}.txt").write_text("".join(lines))
        rows = [
            ",".join(f"{each[k + 1]},{each[k]}" for k in range(0, len(each), 2)) for each in image["found"]
        ]
        (found / f"img{number}.txt").write_text("".join(f"{row}\n" for row in rows))
    return truth, found


@pytest.mark.parametrize("world", KITS["total_text"], ids=ids_of("total_text"))
def test_total_text(tmp_path: Path, world: dict[str, Any]) -> None:
    truth, found = total_text_files(world, tmp_path)
    for protocol, key in (("total_text", "deteval"), ("total_text_iou", "iou")):
        result = tb.evaluate(
            truth, tb.read_predictions(found, format="total-text", geometry="rotated"), protocol=protocol,
            geometry="rotated", fit_test=False,
        )  # fmt: skip
        assert [result.metrics[part] for part in PARTS] == pytest.approx(world[key], abs=1e-12), protocol


@pytest.mark.parametrize("world", KITS["ctw1500"], ids=ids_of("ctw1500"))
def test_ctw1500(tmp_path: Path, world: dict[str, Any]) -> None:
    truth, found = tmp_path / "truth", tmp_path / "found"
    truth.mkdir(), found.mkdir()
    for number, image in enumerate(world["images"], start=1001):
        words = [",".join(map(str, corners)) + f",####{word}\n" for word, *corners in image["words"]]
        (truth / f"{number}.txt").write_text("".join(words))
        (found / f"{number}.txt").write_text(
            "".join(",".join(map(str, each)) + "\n" for each in image["found"])
        )
    predictions = tb.read_predictions(found, format="ctw1500", geometry="rotated")
    result = tb.evaluate(truth, predictions, protocol="ctw1500", geometry="rotated", fit_test=False)
    recall, precision, area = world["numbers"]
    ours = [result.metrics[key] for key in ("recall", "precision", "AP")]
    assert ours == pytest.approx([recall, precision, area], abs=1e-12)
    assert result.metrics["hmean"] == pytest.approx(2 * recall * precision / (recall + precision), abs=1e-12)
