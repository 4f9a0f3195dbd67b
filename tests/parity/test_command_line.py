"""``truebox eval`` on files, from the first byte read to the last byte printed, against the reference."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from truebox.cli import main

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object) -> str:
        assert main(["eval", *map(str, arguments)]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return call


def reference(truth: Path, predictions: Path, **parameters: Any) -> tuple[str, Any]:
    """What pycocotools 2.0.11 prints, and its statistics."""
    out = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()):
        annotations = COCO(str(truth))
        evaluation = COCOeval(annotations, annotations.loadRes(str(predictions)), "bbox")
        for name, value in parameters.items():
            setattr(evaluation.params, name, value)
        evaluation.evaluate()
        evaluation.accumulate()
        with contextlib.redirect_stdout(out):
            evaluation.summarize()
    return out.getvalue(), evaluation.stats


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A random dataset with crowds, ties, an image without objects and a class without truth."""
    random = np.random.default_rng(3)
    folder = tmp_path_factory.mktemp("files")
    truths = [
        {
            "id": index + 1,
            "image_id": int(random.integers(19)),
            "category_id": int(random.integers(1, 4)),
            "bbox": (box := random.uniform(2, 140, 4).round(2).tolist()),
            "area": box[2] * box[3],
            "iscrowd": int(random.uniform() < 0.05),
        }
        for index in range(120)
    ]
    found = [
        {
            "image_id": entry["image_id"],
            "category_id": entry["category_id"],
            "bbox": [max(0.1, v) for v in np.add(entry["bbox"], random.normal(0, 6, 4)).tolist()],
            "score": round(float(random.uniform()), 1),
        }
        for entry in truths * 2
    ]
    document = {
        "images": [{"id": i, "width": 300, "height": 300, "file_name": f"{i}.png"} for i in range(20)],
        "categories": [{"id": i, "name": name} for i, name in enumerate(("cat", "dog", "owl", "yak"), 1)],
        "annotations": truths,
    }
    (folder / "truth.json").write_text(json.dumps(document))
    (folder / "found.json").write_text(json.dumps(found))
    return folder / "truth.json", folder / "found.json"


@pytest.mark.parametrize(
    ("flags", "parameters"),
    [
        ("", {}),
        ("--max-detections 1,2,100", {"maxDets": [1, 2, 100]}),
        ("--max-detections 2,5,7", {"maxDets": [2, 5, 7]}),
        ("--iou-thresholds 0.3:0.7:0.1", {"iouThrs": np.linspace(0.3, 0.7, 5)}),
        ("--recall-thresholds 0:1:0.1", {"recThrs": np.linspace(0, 1, 11)}),
        ("--class-agnostic", {"useCats": 0}),
        ("--categories dog,3", {"catIds": [2, 3]}),
        ("--image-ids 1,2,3,4,5", {"imgIds": [1, 2, 3, 4, 5]}),
        ("--threads 1", {}),
    ],
)
def test_the_twelve_lines_byte_for_byte(
    files: tuple[Path, Path], run: Run, flags: str, parameters: dict[str, Any]
) -> None:
    assert run(*files, "--coco-text", *flags.split()) == reference(*files, **parameters)[0]


def test_json_has_the_documented_keys_and_the_reference_numbers(files: tuple[Path, Path], run: Run) -> None:
    document = json.loads(run(*files, "--json"))
    assert document["format_version"] == 1
    assert {"truebox", "protocol", "truth", "results"} <= set(document)
    assert {"name", "mode", "geometry", "iou_thresholds", "max_detections", "area_ranges"} <= set(
        document["protocol"]
    )
    assert {"path", "format", "images", "truths", "categories", "sha256"} <= set(document["truth"])
    (result,) = document["results"]
    assert {"name", "format", "detections", "metrics", "undefined", "per_class", "warnings"} <= set(result)
    stats = reference(*files)[1]
    names = ("AP", "AP50", "AP75", "APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl")
    assert [result["metrics"][name] for name in names] == stats.tolist()
    yak = result["per_class"][3]
    assert (yak["name"], yak["truths"], yak["AP"]) == ("yak", 0, None)


def test_every_output_agrees_with_the_json(files: tuple[Path, Path], run: Run) -> None:
    ap = json.loads(run(*files, "--json"))["results"][0]["metrics"]["AP"]
    rows = list(csv.DictReader(io.StringIO(run(*files, "--csv"))))
    assert [row["class"] for row in rows] == ["all", "cat", "dog", "owl", "yak"]
    assert float(rows[0]["AP"]) == ap
    table = run(*files)
    header, _, overall = (line.split("|") for line in table.splitlines()[:3])
    shown = dict(zip((title.strip() for title in header), overall, strict=True))
    assert shown["AP"].strip() == f"{ap:.3f}"
    assert table.splitlines()[6].startswith("yak")
    assert f"| {ap:.3f} |" in run(*files, "--md").splitlines()[2]


def test_compressed_files_and_two_detectors(files: tuple[Path, Path], run: Run, tmp_path: Path) -> None:
    truth, found = files
    (tmp_path / "truth.json.gz").write_bytes(gzip.compress(truth.read_bytes()))
    document = json.loads(run(tmp_path / "truth.json.gz", found, found, "--json"))
    first, second = document["results"]
    assert first["metrics"] == second["metrics"]
    assert "B - A" in run(truth, found, found)


@needs_fixtures
def test_the_published_numbers(run: Run) -> None:
    folder = "faster_coco_eval/tests/dataset/cocoapi"
    expected = json.loads(fixture("expected/cocoapi_val2014_100__bbox.json").read_text())
    truth, found = fixture(expected["gt"]), fixture(expected["dt"])
    assert folder in str(truth)
    text = run(truth, found, "--coco-text")
    assert text == reference(truth, found)[0]
    # As published with the reference itself.
    assert json.loads(run(truth, found, "--json"))["results"][0]["metrics"]["AP"] == pytest.approx(
        0.504580698725, abs=5e-13
    )
