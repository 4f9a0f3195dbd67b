"""Predictions larger than the memory that is allowed: the numbers of all at once."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamed_worlds import coco

from truebox import execution
from truebox.cli import main
from truebox.datasets import read_predictions, read_truth, truth_pieces
from truebox.datasets.pieces import truth_pieces as pieces_of_truth
from truebox.errors import InputError
from truebox.evaluation import StreamedResult, evaluate
from truebox.evaluation.streaming.larger import larger_files
from truebox.masks import masks_to_compressed, polygons_to_masks

PLACES = np.array([[0.1, 0.1], [0.9, 0.2], [0.5, 0.5], [0.2, 0.8], [0.7, 0.9]])
"""Of points, in their box."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A small world, whose images stand in any order, and pieces of a few rows."""
    monkeypatch.setattr(larger_files, "_FEWEST", 15)
    truth, results = coco(list(range(1, 40)), 1)
    order = np.random.default_rng(4).permutation(len(results))
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "found.json").write_text(json.dumps([results[row] for row in order]))
    return tmp_path / "truth.json", tmp_path / "found.json"


def _quietly(*given: Any, **how: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return evaluate(*given, **how)


@pytest.mark.parametrize(
    ("mode", "protocol"), [("strict", "coco"), ("corrected", "coco"), ("corrected", "voc")]
)
@pytest.mark.parametrize("chosen", [None, [3, 9, 20]])
def test_the_numbers_are_those_of_all_at_once(
    files: tuple[Path, Path], mode: Any, protocol: str, chosen: list[int] | None
) -> None:
    how: dict[str, Any] = {"mode": mode, "protocol": protocol, "images": chosen}
    whole = _quietly(*files, **how)
    larger = _quietly(*map(str, files), **how, max_memory=5000)
    assert isinstance(larger, StreamedResult)
    assert not isinstance(whole, StreamedResult)
    assert dict(larger.metrics) == dict(whole.metrics)
    assert larger.precision.tobytes() == whole.precision.tobytes()
    assert larger.recall.tobytes() == whole.recall.tobytes()
    assert larger.stats.tobytes() == whole.stats.tobytes()
    assert (larger.images, larger.truths, larger.detections) == (
        whole.images,
        whole.truths,
        whole.detections,
    )
    assert larger.predictions.source.name == whole.predictions.source.name


def _shaped(files: tuple[Path, Path], *, boxed: bool) -> None:
    """Masks and points for every box: polygons in the truth, run lengths and polygons in the results."""
    chance = np.random.default_rng(3)
    truth, results = (json.loads(path.read_text()) for path in files)
    for image in truth["images"]:
        image |= {"width": 200, "height": 200}
    for row in (*truth["annotations"], *results):
        x, y, width, height = row["bbox"]
        ring = [x, y, x + width, y, x + width, y + height, x + 0.3 * width, y + 0.9 * height]
        row["segmentation"] = [ring, ring[:6]] if chance.random() < 0.2 else [ring]
        points = np.hstack([PLACES * [width, height] + [x, y], np.full((5, 1), 2)])
        row["keypoints"] = points.round(1).ravel().tolist()
    for row in truth["annotations"]:
        row["num_keypoints"] = 5
    for number, row in enumerate(results):
        if number % 2:
            runs = polygons_to_masks([row["segmentation"]], [(200, 200)])
            row["segmentation"] = {"size": [200, 200], "counts": masks_to_compressed(runs)[0].decode()}
        if not boxed:
            del row["bbox"]
    files[0].write_text(json.dumps(truth))
    files[1].write_text(json.dumps(results))


@pytest.mark.parametrize("boxed", [True, False])
@pytest.mark.parametrize("geometry", ["masks", "boundary", "keypoints"])
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_masks_and_points_are_spilled_too(
    files: tuple[Path, Path], geometry: Any, mode: Any, boxed: bool
) -> None:
    _shaped(files, boxed=boxed)
    how: dict[str, Any] = {"geometry": geometry, "mode": mode}
    if geometry == "keypoints":
        how["sigmas"] = [0.1] * 5
    whole = _quietly(*files, **how)
    larger = _quietly(*map(str, files), **how, max_memory=8000)
    assert isinstance(larger, StreamedResult)
    assert whole.metrics["AP"] > 0.05
    assert dict(larger.metrics) == dict(whole.metrics)
    assert larger.precision.tobytes() == whole.precision.tobytes()
    assert larger.recall.tobytes() == whole.recall.tobytes()


def _tables(files: tuple[Path, Path], kind: str) -> tuple[Path, Path]:
    """The same boxes as tables, whose classes are named and stand in no order."""
    pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    truth, results = (json.loads(path.read_text()) for path in files)
    written = []
    nothing = [  # a row with the name alone is an image without objects
        {"image_id": each["id"], "category_id": None, "bbox": [None] * 4}
        for each in truth["images"]
        if each["id"] not in {row["image_id"] for row in truth["annotations"]}
    ]
    assert len(nothing) > 5
    for name, rows in (("truth", nothing[:3] + truth["annotations"] + nothing[3:]), ("found", results)):
        boxes = {side: [row["bbox"][at] for row in rows] for at, side in enumerate(("x", "y", "w", "h"))}
        columns: dict[str, Any] = {
            "image": [f"{row['image_id']:03}.jpg" for row in rows],
            "label": [row["category_id"] and f"kind {9 - row['category_id']}" for row in rows],
            **boxes,
        }
        if name == "found":
            columns["score"] = [row["score"] for row in rows]
            columns["label"][5] = columns["label"][-1] = "never"
            columns["label"][-3] = "neither"
        table = pyarrow.table(columns)
        if kind == "coded":  # the order of the classes is that of their codes
            codes = sorted({each for each in columns["label"] if each})
            places = [codes.index(each) if each else None for each in columns["label"]]
            indices = pyarrow.array(places, pyarrow.int32())
            coded = pyarrow.DictionaryArray.from_arrays(indices, codes)
            table = table.set_column(1, "label", coded)
        written.append(files[0].parent / f"{name}.{'parquet' if kind == 'parquet' else 'arrow'}")
        if kind == "parquet":
            parquet.write_table(table, written[-1], row_group_size=40)
        else:
            where = str(written[-1])
            with pyarrow.OSFile(where, "wb") as sink, pyarrow.ipc.new_file(sink, table.schema) as writer:
                writer.write_table(table, max_chunksize=40)
    return written[0], written[1]


def _same(larger: Any, whole: Any) -> None:
    assert isinstance(larger, StreamedResult)
    assert not isinstance(whole, StreamedResult)
    assert dict(larger.metrics) == dict(whole.metrics)
    assert larger.precision.tobytes() == whole.precision.tobytes()
    assert larger.recall.tobytes() == whole.recall.tobytes()
    assert [(each.id, each.name, each.truths) for each in larger.per_class] == [
        (each.id, each.name, each.truths) for each in whole.per_class
    ]
    assert (larger.images, larger.truths, larger.detections) == (
        whole.images,
        whole.truths,
        whole.detections,
    )
    assert larger.truth.source.name == whole.truth.source.name
    said = {(each.code, each.message) for each in whole.truth.findings if each.code != "W-141"}
    assert said <= {(each.code, each.message) for each in larger.warnings}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few objects."""
    monkeypatch.setattr(pieces_of_truth, "_FEWEST", 15)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("order", ["images first", "annotations first"])
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_a_truth_is_read_in_pieces_too(files: tuple[Path, Path], mode: Any, order: str) -> None:
    truth = json.loads(files[0].read_text())
    chance = np.random.default_rng(8)
    rows = [truth["annotations"][row] for row in chance.permutation(len(truth["annotations"]))]
    for number, row in enumerate(rows):  # what pieces notice is counted over all
        row["id"] = 7 * number + 3
        if number in (2, 50, 51, len(rows) - 1):
            del row["area"]
    rows[20]["image_id"] = 9999  # not listed
    named = {"info": {"note": 'a "}],'}, "images": truth["images"], "annotations": rows}
    if order == "annotations first":
        named = {name: named[name] for name in ("annotations", "images", "info")}
    files[0].write_text(json.dumps({**named, "categories": truth["categories"], "version": 1.5}))
    for chosen in (None, [3, 9, 20]):
        whole = _quietly(*files, mode=mode, images=chosen)
        _same(_quietly(*map(str, files), mode=mode, images=chosen, max_memory=5000), whole)
        found = read_predictions(files[1])  # which memory holds
        _same(_quietly(str(files[0]), found, mode=mode, images=chosen, max_memory=5000), whole)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", ["json", "parquet", "arrow"])
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_the_part_of_a_shard_is_the_same_in_pieces(files: tuple[Path, Path], kind: str, mode: Any) -> None:
    sides = files if kind == "json" else _tables(files, kind)
    names = [*(f"kind {each}" for each in range(1, 10)), "never", "neither"]
    how: dict[str, Any] = {"mode": mode, "categories": read_truth(sides[0]) if kind == "json" else names}
    whole = execution.part(*sides, **how)
    assert execution.part(*sides, **how, max_memory=5000) == whole
    assert execution.part(*sides, **how, max_memory=1 << 30) == whole


@pytest.mark.usefixtures("small")
def test_the_command_line_cuts_both_sides(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    read = pieces_of_truth.TruthPieces.read
    monkeypatch.setattr(
        pieces_of_truth.TruthPieces, "read", lambda self, *given: taken.append(1) or read(self, *given)
    )
    names, home = [str(path) for path in files], files[0].parent
    for number, limit in enumerate(("1GB", "5k")):
        assert main(["eval", *names, "-q", "--max-memory", limit, "--csv", str(home / f"{number}.csv")]) == 0
        assert main(["part", *names, "-q", "--max-memory", limit, "-o", str(home / f"{number}.tbx")]) == 0
        assert len(taken) == 2 * number
    for kind in ("csv", "tbx"):
        assert (home / f"0.{kind}").read_bytes() == (home / f"1.{kind}").read_bytes()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("geometry", ["masks", "keypoints"])
def test_masks_and_points_of_a_truth_are_spilled(files: tuple[Path, Path], geometry: Any) -> None:
    _shaped(files, boxed=True)
    how: dict[str, Any] = {"geometry": geometry}
    if geometry == "keypoints":
        how["sigmas"] = [0.1] * 5
    whole = _quietly(*files, **how)
    assert whole.metrics["AP"] > 0.05
    _same(_quietly(*files, **how, max_memory=5000), whole)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", ["parquet", "arrow", "coded"])
@pytest.mark.parametrize("agnostic", [False, True])
def test_tables_of_truth_are_read_in_pieces(files: tuple[Path, Path], kind: str, agnostic: bool) -> None:
    tables = _tables(files, kind)
    whole = _quietly(*tables, class_agnostic=agnostic)
    assert "W-152" in {each.code for each in whole.warnings}
    larger = _quietly(*tables, class_agnostic=agnostic, max_memory=5000)
    _same(larger, whole)
    assert {str(each) for each in whole.warnings if each.code == "W-152"} <= set(map(str, larger.warnings))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda truth: truth["images"].append(truth["images"][0]),
        lambda truth: truth["annotations"][-1].update(id=truth["annotations"][0]["id"]),
        lambda truth: [row.update(id=f"name {row['id']}") for row in truth["annotations"]],
        lambda truth: truth["images"][-1].update(neg_category_ids=[], not_exhaustive_category_ids=[]),
    ],
)
def test_what_only_the_whole_decides_is_read_as_a_whole(files: tuple[Path, Path], spoil: Any) -> None:
    truth = json.loads(files[0].read_text())
    spoil(truth)
    files[0].write_text(json.dumps(truth))
    pieces = truth_pieces(files[0])
    assert pieces is not None
    found = read_predictions(files[1], truth=read_truth(files[0]))
    with pytest.raises(InputError, match=r"E-483|E-145"):
        _quietly(files[0], found, max_memory=5000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("row", [0, 20, 55])
def test_a_broken_annotation_is_named_by_its_row_in_the_file(files: tuple[Path, Path], row: int) -> None:
    truth = json.loads(files[0].read_text())
    truth["annotations"][row]["bbox"] = [1, 2, "x", 4]
    files[0].write_text(json.dumps(truth))
    with pytest.raises(InputError) as of_whole:
        _quietly(*files)
    with pytest.raises(InputError) as refused:
        _quietly(*files, max_memory=5000)
    assert str(refused.value) == str(of_whole.value)


def test_results_of_which_some_have_boxes_need_the_whole_file(files: tuple[Path, Path]) -> None:
    # The first row of the file says whether they do, which later pieces cannot see.
    _shaped(files, boxed=True)
    rows = json.loads(files[1].read_text())
    for row in rows[: len(rows) // 2]:
        del row["bbox"]
    files[1].write_text(json.dumps(rows))
    assert _quietly(*files, geometry="masks").metrics["AP"] > 0.05
    with pytest.raises(InputError, match="E-483"):
        _quietly(*files, geometry="masks", max_memory=8000)


def test_what_fits_is_evaluated_at_once(files: tuple[Path, Path]) -> None:
    assert not isinstance(_quietly(*files, max_memory=1 << 30), StreamedResult)


def test_an_image_or_class_that_the_truth_has_not_is_refused_in_any_piece(files: tuple[Path, Path]) -> None:
    rows = json.loads(files[1].read_text())
    for key, code in (("image_id", "E-130"), ("category_id", "E-131")):
        files[1].write_text(json.dumps([*rows, {**rows[0], key: 777}]))
        with pytest.raises(InputError, match=code):
            _quietly(*files, max_memory=5000)


def test_boxes_in_another_layout_are_refused_as_ever(files: tuple[Path, Path]) -> None:
    truth, rows = json.loads(files[0].read_text()), []
    for row in truth["annotations"]:
        row["bbox"][:2] = [row["bbox"][0] + 300, row["bbox"][1] + 300]
        x, y, width, height = row["bbox"]
        box = [x, y, x + width, y + height]
        rows.append(
            {"image_id": row["image_id"], "category_id": row["category_id"], "bbox": box, "score": 0.5}
        )
    files[0].write_text(json.dumps(truth))
    files[1].write_text(json.dumps(rows))
    for limit in (None, 5000):
        with pytest.raises(InputError, match="E-470"):
            _quietly(*files, max_memory=limit)


def test_repeated_ids_of_annotations_are_decided_by_the_whole_file(files: tuple[Path, Path]) -> None:
    truth = json.loads(files[0].read_text())
    for row in truth["annotations"]:
        row["id"] = row["id"] % 50 + 1
    files[0].write_text(json.dumps(truth))
    whole = _quietly(*files)
    with pytest.raises(InputError, match="E-483"):
        _quietly(*files, max_memory=5000)
    assert dict(_quietly(*files, max_memory=1 << 30).metrics) == dict(whole.metrics)


def test_equal_scores_in_the_order_of_the_file_need_the_whole_file(files: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match="E-483"):
        _quietly(*files, protocol="voc", max_memory=5000)
