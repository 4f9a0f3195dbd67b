"""Every refusal of COCO input: the code, the file, the row and the fix are in the message."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from truebox.codes import CODES
from truebox.datasets import read_predictions, read_truth
from truebox.errors import InputError

SOURCE = Path(__file__).resolve().parents[2] / "src"


def detection(**changes: Any) -> dict[str, Any]:
    row = {"image_id": 42, "category_id": 1, "bbox": [1.0, 2.0, 3.0, 4.0], "score": 0.5}
    row.update(changes)
    return {key: value for key, value in row.items() if value != "absent"}


def annotation(**changes: Any) -> dict[str, Any]:
    row = {"id": 1, "image_id": 42, "category_id": 1, "bbox": [1, 2, 3, 4], "area": 12, "iscrowd": 0}
    row.update(changes)
    return {key: value for key, value in row.items() if value != "absent"}


def truth(*annotations: dict[str, Any], **changes: Any) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "images": [{"id": 42, "width": 10, "height": 20, "file_name": "a.jpg"}],
        "annotations": list(annotations) or [annotation()],
        "categories": [{"id": 1, "name": "cat"}],
    }
    parts.update(changes)
    return {key: value for key, value in parts.items() if value != "absent"}


def refusal(reader: Any, path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        reader(path)
    error = caught.value
    assert error.code in CODES
    assert str(path) in str(error)
    assert "Fix: " in str(error)
    assert error.__cause__ is None
    return error


def written(path: Path, content: Any) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


ROWS = [
    (
        "E-120",
        {"bbox": [1, 2, 3]},
        "[17].bbox",
        "3 numbers, need 4 [x, y, width, height] (row 17, image_id 42)",
    ),
    ("E-120", {"bbox": [1, 2, 3, 4, 5]}, "[17].bbox", "5 numbers"),
    ("E-120", {"bbox": [1, 2, 9, 2, 9, 4, 1, 4]}, "[17].bbox", "8 numbers"),
    ("E-120", {"bbox": [1]}, "[17].bbox", "1 number,"),
    ("E-120", {"bbox": None}, "[17].bbox", "null, need 4 numbers"),
    ("E-120", {"bbox": "1 2 3 4"}, "[17].bbox", '"1 2 3 4", need 4 numbers'),
    ("E-120", {"bbox": "absent"}, "[17].bbox", "bbox is missing"),
    ("E-120", {"bbox": "absent", "segmentation": {}}, "[17].bbox", "evaluate the masks: geometry='masks'"),
    ("E-120", {"bbox": [1, "2", 3, 4]}, "[17].bbox[1]", '"2", need a number'),
    ("E-120", {"bbox": [1, None, 3, 4]}, "[17].bbox[1]", "null, need a number"),
    ("E-120", {"bbox": [1, True, 3, 4]}, "[17].bbox[1]", "true, need a number"),
    ("E-121", {"bbox": [1, 2, 1e101, 4]}, "[17].bbox", "[1, 2, 1e+101, 4]"),
    ("E-121", {"bbox": [1, 2, 10**400, 4]}, "", "too large"),
    ("E-122", {"bbox": [5, 2, -3, 4]}, "[17].bbox", "[5, 2, -3, 4] has a negative width or height"),
    ("E-123", {"score": "absent"}, "[17].score", "score is missing"),
    ("E-124", {"score": None}, "[17].score", "null, need a number"),
    ("E-124", {"score": "0.5"}, "[17].score", '"0.5", need a number'),
    ("E-124", {"score": True}, "[17].score", "true, need a number"),
    ("E-125", {"image_id": "absent"}, "[17].image_id", "image_id is missing"),
    ("E-125", {"category_id": "absent"}, "[17].category_id", "category_id is missing"),
    ("E-126", {"image_id": 1.5}, "[17].image_id", "1.5 is no exact integer"),
    ("E-126", {"image_id": 2.0**53}, "[17].image_id", "9007199254740992.0 is no exact integer"),
    ("E-126", {"category_id": None}, "[17].category_id", "null, need an integer or a string"),
    ("E-126", {"category_id": False}, "[17].category_id", "false, need an integer or a string"),
    ("E-127", {"image_id": "42"}, "[17].image_id", '"42", but image_id of row 0 is 42'),
]


@pytest.mark.parametrize(("code", "changes", "place", "words"), ROWS)
def test_a_bad_row_of_predictions_is_named(tmp_path, code, changes, place, words):
    rows = [detection() for _ in range(20)]
    rows[17] = detection(**changes)
    path = written(tmp_path / "pred.json", rows)
    error = refusal(read_predictions, path)
    if code == "E-121" and not place:  # an integer of 400 digits is refused as text already
        code = "E-104"
    assert error.code == code
    assert error.place.startswith(f"{path}{place}")
    assert words in str(error)
    assert error.row == (17 if place else None)


@pytest.mark.parametrize(
    ("code", "changes", "place", "words"),
    [
        ("E-120", {"bbox": [1, 2, 3]}, "[3].bbox", "3 numbers, need 4"),
        ("E-122", {"bbox": [1, 2, 3, -4]}, "[3].bbox", "swapped"),
        ("E-125", {"id": "absent"}, "[3].id", "id is missing"),
        ("E-128", {"area": -1}, "[3].area", "-1.0 is negative"),
        ("E-128", {"area": "12"}, "[3].area", '"12", need a number'),
        ("E-129", {"iscrowd": 2}, "[3].iscrowd", "2, need 0 or 1"),
        ("E-129", {"iscrowd": "0"}, "[3].iscrowd", '"0", need 0 or 1'),
        ("E-129", {"ignore": [1]}, "[3].ignore", "a list of 1, need 0 or 1"),
    ],
)
def test_a_bad_annotation_is_named(tmp_path, code, changes, place, words):
    rows = [annotation(id=number) for number in range(5)]
    rows[3] = annotation(**{"id": 3, **changes})
    path = written(tmp_path / "truth.json", truth(*rows))
    error = refusal(read_truth, path)
    assert (error.code, error.row) == (code, 3)
    assert error.place == f"{path} annotations{place}"
    assert words in str(error)


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_numbers_json_does_not_have_are_refused_with_their_place(tmp_path, literal):
    text = f'[{{"image_id": 1, "category_id": 1,\n"bbox": [1, 2, {literal}, 4], "score": 0.5}}]'
    path = written(tmp_path / "pred.json", text.encode())
    error = refusal(read_predictions, path)
    assert error.code == "E-104"
    assert literal in error.problem
    assert error.problem.endswith("(at [0].bbox[2])")
    assert error.place == f"{path} line 2 column 16 (byte {text.index(literal)})"


TEXTS = [
    ("E-103", b"", "empty"),
    ("E-103", b" \n\t ", "only blanks"),
    ("E-104", b'[{"image_id": 1, "cat', "cut short"),
    ("E-104", b"[1, 2,]", "] cannot stand here"),
    ("E-104", b"[] []", "[ follows after the end"),
    ("E-104", b"hello", "hello cannot stand here"),
    ("E-104", b"[01]", "is no JSON number"),
    ("E-104", b"[+1]", "is no JSON number"),
    ("E-104", b"[.5]", "cannot stand here"),
    ("E-104", b"[1.]", "is no JSON number"),
    ("E-104", b'["\x01"]', "byte 0x01 is a raw control character"),
    ("E-104", b'["\\x"]', "is no JSON escape"),
    ("E-105", b"\xef\xbb\xbf[]", "UTF-8 with a byte-order mark"),
    ("E-105", "[]".encode("utf-16"), "UTF-16"),
    ("E-105", "[]".encode("utf-16-be"), "UTF-16"),
    ("E-105", "[]".encode("utf-32"), "UTF-32"),
    ("E-105", b'["caf\xe9"]', "byte 0xe9 is not UTF-8"),
    ("E-105", b'["\xed\xa0\x80"]', "byte 0xed is not UTF-8"),
    ("E-105", b'["\\ud800"]', "half of a surrogate pair"),
    ("E-106", b'[{"score": 1, "score": 2}]', 'the key "score" occurs twice'),
    ("E-106", b'[{"a": {"b": 1, "\\u0062": 2}}]', "occurs twice"),
    ("E-107", b"[" * 100_000 + b"]" * 100_000, "deeper than 256"),
    ("E-110", gzip.compress(b"[]" + b" " * 5000, mtime=0)[:-12], "ends early"),
    ("E-110", b"\x1f\x8bnonsense", "gzip data is broken"),
    ("E-110", gzip.compress(gzip.compress(b"[]", mtime=0), mtime=0), "compressed twice"),
    ("E-104", b'{"images": [{"id": 1}, {"id": NaN}]}', "NaN is no JSON number (at images[1].id)."),
    ("E-104", b"[NaN", "NaN is no JSON number. Fix"),
    ("E-104", b"NaN", "NaN is no JSON number. Fix"),
]


@pytest.mark.parametrize(("code", "content", "words"), TEXTS)
@pytest.mark.parametrize("reader", [read_truth, read_predictions])
def test_a_broken_text_is_refused(tmp_path, reader, code, content, words):
    error = refusal(reader, written(tmp_path / "x.json", content))
    assert error.code == code
    assert words in str(error)


def test_a_gzip_bomb_is_refused(tmp_path):
    path = written(tmp_path / "bomb.json.gz", gzip.compress(b" " * (70 << 20), 6))
    error = refusal(read_predictions, path)
    assert error.code == "E-110"
    assert "grow beyond" in error.problem


def test_a_missing_file_suggests_its_neighbour(tmp_path):
    written(tmp_path / "predictions.json", [])
    error = refusal(read_predictions, tmp_path / "prediction.json")
    assert error.code == "E-101"
    assert str(tmp_path / "predictions.json") in error.fix
    with pytest.raises(InputError, match="is missing too"):
        read_truth(tmp_path / "nowhere" / "x.json")


def test_a_directory_suggests_a_file_in_it(tmp_path):
    written(tmp_path / "inside.json", [])
    error = refusal(read_truth, tmp_path)
    assert error.code == "E-102"
    assert "inside.json" in error.fix


NOT_TRUTHS = [
    ([], "a list of 0 entries", "one object"),
    ([detection()], "results with scores", "swap"),
    ([annotation()], "bare list of annotations", "one object"),
    ([{"file_name": "a.jpg", "annotations": [annotation()]}], "Detectron2", "convert_to_coco_json"),
    (7, "holds a number", "one object"),
    ({"predictions": [detection()]}, '"predictions" holds results', "swap"),
    (truth(images="absent"), 'no "images"', 'add the list "images"'),
    (truth(annotations={}), '"annotations" is an object, need a list', "write"),
    ({}, "its keys: none", "add the list"),
]


@pytest.mark.parametrize(("content", "problem", "fix"), NOT_TRUTHS)
def test_what_is_no_truth_is_recognised(tmp_path, content, problem, fix):
    error = refusal(read_truth, written(tmp_path / "t.json", content))
    assert error.code == "E-108"
    assert problem in error.problem
    assert fix in error.fix


NOT_RESULTS = [
    (truth(), "COCO truth", "swap"),
    ({"rows": [detection()]}, '"rows" holds the list', 'data["rows"]'),
    ({"a": 1}, "an object", "one list"),
    ("text", "a string", "one list"),
    (None, "null", "one list"),
]


@pytest.mark.parametrize(("content", "problem", "fix"), NOT_RESULTS)
def test_what_is_no_list_of_results_is_recognised(tmp_path, content, problem, fix):
    error = refusal(read_predictions, written(tmp_path / "p.json", content))
    assert error.code == "E-109"
    assert problem in error.problem
    assert fix in error.fix


@pytest.mark.parametrize(
    ("code", "changes", "place", "words"),
    [
        (
            "E-132",
            {"images": [{"id": 5}, {"id": 5, "width": 3}]},
            "images[1].id",
            "images[0] with the same id",
        ),
        (
            "E-133",
            {"categories": [{"id": 1, "name": "a"}, {"id": 1, "name": "b"}]},
            "categories[1].id",
            '"b"',
        ),
        ("E-134", {"categories": [{"id": 1}]}, "categories[0].name", "name is missing"),
        ("E-134", {"categories": [{"id": 1, "name": None}]}, "categories[0].name", "null, need text"),
        ("E-135", {"annotations": [annotation(), 3]}, "annotations[1]", "3, need an object"),
        ("E-135", {"images": ["a.jpg"]}, "images[0]", '"a.jpg", need an object'),
        ("E-136", {"images": [{"id": 1, "width": "640"}]}, "images[0].width", '"640", need a whole number'),
        ("E-136", {"images": [{"id": 1, "height": -1}]}, "images[0].height", "-1, need a whole number"),
        ("E-136", {"images": [{"id": 1, "file_name": 7}]}, "images[0].file_name", "7, need text"),
        ("E-125", {"images": [{"width": 1}]}, "images[0].id", "id is missing"),
    ],
)
def test_bad_images_and_categories_are_named(tmp_path, code, changes, place, words):
    path = written(tmp_path / "truth.json", truth(**changes))
    error = refusal(read_truth, path)
    assert error.code == code
    assert error.place == f"{path} {place}"
    assert words in str(error)


def test_what_is_odd_but_usable_is_counted(tmp_path):
    rows = [annotation(area="absent"), annotation(bbox=[1, 2, 0, 4], iscrowd="absent")]
    images = [{"id": 42, "width": 10}, {"id": 42, "width": 10}]
    found = read_truth(written(tmp_path / "truth.json", truth(*rows, images=images)))
    assert {finding.code: (finding.count, finding.rows) for finding in found.findings} == {
        "W-140": (1, (0,)),
        "W-141": (1, (1,)),
        "W-142": (1, (1,)),
        "W-143": (1, (1,)),
    }
    assert found.area.tolist() == [12.0, 12.0]
    assert len(found.images) == 1
    assert found.crowd.tolist() == [0, 0]


def test_arrays_that_do_not_fit_are_named():
    cases = [
        ("E-120", {"boxes": [[1, 2, 3]], "labels": [1]}, "truth[0].boxes"),
        ("E-121", {"boxes": [[1, 2, float("nan"), 4]], "labels": [1]}, "truth[0].boxes[0]"),
        ("E-122", {"boxes": [[10, 10, 5, 5]], "labels": [1]}, "truth[0].boxes[0]"),
        ("E-125", {"boxes": [[1, 2, 3, 4]]}, "truth[0]"),
        ("E-128", {"boxes": [[1, 2, 3, 4]], "labels": [1], "area": [-1]}, "truth[0].area[0]"),
        ("E-129", {"boxes": [[1, 2, 3, 4]], "labels": [1], "iscrowd": [3]}, "truth[0].iscrowd[0]"),
        ("E-137", {"boxes": [[1, 2, 3, 4]], "labels": [1, 2]}, "truth[0].labels"),
        ("E-137", {"boxes": [["a", 2, 3, 4]], "labels": [1]}, "truth[0].boxes"),
    ]
    for code, entry, place in cases:
        with pytest.raises(InputError) as caught:
            read_truth([entry])
        assert (caught.value.code, caught.value.place) == (code, place)
    for code, scores, place in [
        ("E-124", [float("inf")], "predictions[0].scores[0]"),
        ("E-123", None, "predictions[0]"),
    ]:
        entry = {"boxes": [[1, 2, 3, 4]], "labels": [1], **({"scores": scores} if scores else {})}
        with pytest.raises(InputError) as caught:
            read_predictions([entry])
        assert (caught.value.code, caught.value.place) == (code, place)
    with pytest.raises(InputError, match=re.escape('box_format="xywh"')):
        read_truth([{"boxes": [[100, 100, 20, 30]], "labels": [1]}])


def test_every_code_of_the_source_is_registered():
    raised = {
        code
        for path in SOURCE.rglob("*.py")
        if path.parent.name != "codes"
        for code in re.findall(r'"([EW]-\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert raised
    assert raised <= set(CODES)
