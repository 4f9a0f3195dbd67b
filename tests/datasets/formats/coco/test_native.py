"""Whatever the native reader accepts, the general path reads to the same columns, bit for bit."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any, get_args

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures

from truebox._native import datasets as kernels
from truebox.datasets.formats.coco.general import prediction_columns, truth_columns
from truebox.datasets.formats.coco.native import native_prediction_columns, native_truth_columns, reader_of
from truebox.datasets.texts.json_text import parse
from truebox.errors import ArgumentError, InputError
from truebox.typing import Geometry

NATIVE = {
    "predictions": (kernels.read_predictions_text, native_prediction_columns),
    "truth": (kernels.read_truth_text, native_truth_columns),
}
GENERAL = {"predictions": prediction_columns, "truth": truth_columns}

# Fragments that meet the corners of the grammar and of the readers.
TOKENS = (
    "-0 -0.0 1e5 1E-7 0.1e+2 01 1. .5 1e 1e400 1e-400 9999999999999999999 99999999999999999999999 NaN "
    '0.00012345678901234567 123456789012345678 -7 1.0 true null [] {} [1,2] [[1.5]] , : [ ] { } " \\ '
    '"a" "\\u0041" "\\ud83d\\ude00" "\\ud800" "\u00e9" "a\\n" "id":3, "score":1, "area":null, '
    '{"a":{"b":[1,{"c":2}]}} \x01 \x7f'
)
FRAGMENTS = [*TOKENS.split(" "), " ", "\t", "\n"]


def number(rng: random.Random) -> float | int:
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randrange(1000)
    if kind == 1:
        return round(rng.uniform(0, 1000), 2)
    if kind == 2:
        return rng.random() * 10.0 ** rng.randrange(-12, 12)
    return rng.uniform(0, 640)


def make_ids(rng: random.Random) -> list[Any]:
    """What one column of ids is chosen from: integers, strings, rarely both."""
    integers = [rng.randrange(10 ** rng.randrange(1, 13)) for _ in range(6)]
    strings = ["a", "b.jpg", "\u00e9\U0001f600", 'q"\\/', "7", "x" * 40, "\n", ""]
    return rng.choice([integers, integers, strings, strings + integers if rng.random() < 0.1 else integers])


def make_predictions(rng: random.Random, count: int) -> list[dict[str, Any]]:
    extra = rng.random() < 0.3
    images, categories = make_ids(rng), make_ids(rng)
    return [
        {
            "image_id": rng.choice(images),
            "category_id": rng.choice(categories),
            "bbox": [number(rng) for _ in range(4)],
            "score": rng.random(),
            **({"segmentation": {"size": [4, 5], "counts": "0a\\b\u00e9"}, "id": 3} if extra else {}),
        }
        for _ in range(count)
    ]


def make_annotation(rng: random.Random, row: int, images: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "segmentation": [[number(rng) for _ in range(6)]]
        if row % 5
        else {"size": [3, 4], "counts": [1, 2, 3]},
        "area": number(rng),
        "iscrowd": int(row % 5 == 0),
        "image_id": rng.choice(images),
        "bbox": [number(rng) for _ in range(4)],
        "category_id": rng.randrange(5),
        "id": row,
    }
    if rng.random() < 0.1:
        found["ignore"] = rng.randrange(2)
    if rng.random() < 0.1:
        del found["area"]
    return found


def make_truth(rng: random.Random, count: int) -> dict[str, Any]:
    images, own = make_ids(rng), make_ids(rng)
    parts: dict[str, Any] = {
        "info": {"year": 2026, "url": "http://a/b"},
        "images": [
            {
                "id": rng.choice(own),
                "width": 640,
                "height": row,
                "file_name": rng.choice(["a.jpg", "\u00e9\U0001f600", 'q"\\']),
            }
            for row in range(rng.randrange(1, 6))
        ],
        "annotations": [make_annotation(rng, row, images) for row in range(count)],
        "categories": [
            {"id": f"c{row}" if isinstance(own[0], str) else row, "name": f"c\n{row}", "supercategory": "s"}
            for row in range(rng.randrange(4))
        ],
    }
    keys = list(parts)
    rng.shuffle(keys)
    return {key: parts[key] for key in keys}


def make_text(rng: random.Random, kind: str, count: int) -> bytes:
    content = make_predictions(rng, count) if kind == "predictions" else make_truth(rng, count)
    separators = rng.choice([(", ", ": "), (",", ":"), (" ,\n", " :\t")])
    indent = rng.choice([None, None, 1])
    return json.dumps(content, separators=separators, indent=indent, ensure_ascii=rng.random() < 0.5).encode()


def mutate(rng: random.Random, text: bytes) -> bytes:
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice([1, 1, 2, 5, 40]))
        kind = rng.randrange(6)
        if kind == 0 and at < len(text):
            text = text[:at] + bytes([text[at] ^ (1 << rng.randrange(8))]) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + text[to:]
        elif kind == 2:
            text = text[:to] + text[at:]
        elif kind == 3:
            text = text[:at] if rng.random() < 0.2 else text
        elif kind == 4:
            text = text[:at] + rng.choice(FRAGMENTS).encode() + text[at:]
        else:
            text = text[:at] + rng.choice(FRAGMENTS).encode() + text[to:]
    return text


def flatten(columns: Any) -> dict[str, Any]:
    """Every column as bytes: equality of these is equality of bits, types and shapes."""
    flat: dict[str, Any] = {}
    names = getattr(columns, "_fields", None) or [field.name for field in dataclasses.fields(columns)]
    for name in names:
        value = getattr(columns, name)
        if dataclasses.is_dataclass(value):
            flat.update({f"{name}.{key}": item for key, item in flatten(value).items()})
        elif isinstance(value, np.ndarray):
            flat[name] = (value.dtype, value.shape, value.tobytes())
        else:
            flat[name] = value
    return flat


def assert_alike(kind: str, text: bytes, threads: int = 1) -> bool:
    """Whether the native reader accepted; then the general path must agree."""
    read, columns_of = NATIVE[kind]
    native = columns_of(read(text, threads))
    if native is None:
        return False
    general = GENERAL[kind](parse(text, "text"), "text")
    assert flatten(native) == flatten(general), text
    return True


def refusal_of(kind: str, text: bytes) -> str:
    try:
        GENERAL[kind](parse(text, "text"), "text")
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", ["predictions", "truth"])
def test_generated_files_are_read_natively_and_alike(kind):
    for seed in range(150):
        rng = random.Random(seed)
        text = make_text(rng, kind, rng.randrange(8))
        mixed = "E-127" in refusal_of(kind, text)
        assert assert_alike(kind, text, threads=1 + seed % 3) != mixed, (seed, text)


@pytest.mark.parametrize("kind", ["predictions", "truth"])
def test_mutated_files_are_declined_or_read_alike(kind):
    accepted = 0
    for seed in range(4000):
        rng = random.Random(seed)
        accepted += assert_alike(kind, mutate(rng, make_text(rng, kind, rng.randrange(1, 5))))
    assert accepted > 100  # many mutations only change a digit: the comparison is not empty


@pytest.mark.parametrize("kind", ["predictions", "truth"])
@pytest.mark.parametrize("seed", [5, 8])  # integers, strings
def test_mutated_files_of_many_parts_are_declined_or_read_alike(kind, seed):
    """Files longer than a part, cut and mutated where threads meet."""
    rng = random.Random(seed)
    text = make_text(rng, kind, 6000)
    assert len(text) > 2 << 18
    assert assert_alike(kind, text, threads=4)
    accepted = sum(assert_alike(kind, mutate(rng, text), threads=3) for _ in range(12))
    assert accepted > 0


def test_a_text_full_of_false_cuts_is_read_in_order():
    """Nested lists of objects look like rows to the speculative cut; the check behind it must notice."""
    nested = [{"image_id": 9, "category_id": 9, "bbox": [9, 9, 9, 9], "score": 9} for _ in range(4000)]
    rows = [
        {"image_id": row, "category_id": 1, "bbox": [row, 2, 3, 4], "score": 0.5, "nested": nested}
        for row in range(8)
    ]
    text = json.dumps(rows).encode()
    for threads in (1, 2, 5):
        found = native_prediction_columns(kernels.read_predictions_text(text, threads))
        assert found is not None
        assert found.image.values.tolist() == list(range(8))
        assert found.boxes[:, 0].tolist() == list(range(8))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_names_are_numbered_by_first_appearance_over_all_parts(threads):
    names = [f"image {(7 * row) % 901}" for row in range(12_000)]
    rows = [{"image_id": name, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5} for name in names]
    found = native_prediction_columns(kernels.read_predictions_text(json.dumps(rows).encode(), threads))
    assert found is not None
    assert found.image.names == tuple(dict.fromkeys(names))
    assert [found.image[row] for row in range(12_000)] == names
    assert found.category.names is None


def test_integers_and_strings_in_different_parts_are_declined():
    rows = [{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5} for _ in range(12_000)]
    rows[-1]["image_id"] = "1"
    assert kernels.read_predictions_text(json.dumps(rows).encode(), 3)[0] == "value"


@needs_fixtures
def test_every_fixture_is_declined_or_read_alike():
    paths = sorted(fixture("corner_cases").rglob("*.json")) + sorted(
        fixture("faster_coco_eval").rglob("*.json")
    )
    accepted = 0
    for path in paths:
        text = path.read_bytes()
        accepted += assert_alike("truth", text, threads=2) + assert_alike("predictions", text, threads=2)
    assert accepted >= 15


@pytest.mark.parametrize(
    ("text", "reason", "offset"),
    [
        (b'[{"image_id": null, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 1}]', "number", 14),
        (b'[{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3], "score": 1}]', "shape", 51),
        (b'[{"image_id": 1, "category_id": 1, "bbox": [1, 2, -3, 4], "score": 1}]', "value", 43),
        (b'[{"image_id": 1.0, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 1}]', "value", 14),
        (b'[{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4]}]', "shape", 56),
        (b'[{"a": 1, "a": 2}]', "duplicate_key", 10),
        (b"{}", "shape", 0),
        (b"", "truncated", 0),
    ],
)
def test_a_declined_text_says_why_and_where(text, reason, offset):
    assert kernels.read_predictions_text(text, 1) == (reason, offset)


def test_every_fault_of_a_text_is_found_where_the_standard_parser_finds_one():
    """The grammar check accepts what Python's parser accepts, apart from what it refuses on purpose."""
    refused_on_purpose = {"not_finite", "duplicate_key", "surrogate", "number_range", "depth"}
    for seed in range(4000):
        rng = random.Random(seed)
        text = mutate(rng, make_text(rng, "truth", 2))
        fault = kernels.find_fault(text, 256)
        try:
            json.loads(text.decode("utf-8"))
            valid = True
        except ValueError:
            valid = False
        assert (fault is None) == valid or (fault is not None and fault[0] in refused_on_purpose), (
            seed,
            fault,
            text,
        )


def test_the_general_path_raises_only_its_own_errors():
    codes = set()
    for seed in range(3000):
        rng = random.Random(seed)
        kind = rng.choice(["predictions", "truth"])
        text = mutate(rng, make_text(rng, kind, rng.randrange(3)))
        try:
            GENERAL[kind](parse(text, "text"), "text")
        except InputError as error:
            codes.add(error.code)
    assert {"E-104", "E-105", "E-106", "E-120", "E-125"} <= codes


def test_every_geometry_has_a_reader() -> None:
    assert {geometry for geometry in get_args(Geometry) if reader_of(geometry)} == set(get_args(Geometry))


def test_an_unknown_geometry_is_named() -> None:
    with pytest.raises(ArgumentError, match=r"'mask' is unknown.*'masks'"):
        reader_of("mask")
