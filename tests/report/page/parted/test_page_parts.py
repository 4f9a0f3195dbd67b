"""The parts of a page together hold what the page of one file holds, of all images."""

from __future__ import annotations

import base64
import json
import re
import warnings
from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError, TrueboxWarning
from truebox.evaluation import evaluate
from truebox.generation import make_world
from truebox.report import PageParts, page_parts, to_page

pytest.importorskip("plotly")

IMAGES = 120


@pytest.fixture(scope="module")
def results() -> list[Any]:
    world = make_world(IMAGES, seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        return [evaluate(world.truth, found) for found in world.predictions]


@pytest.fixture(scope="module")
def parts(results: list[Any]) -> PageParts:
    return page_parts(results, replicates=0)


def data_of(page: str, part: str = "data") -> dict[str, Any]:
    found = re.search(rf'<script type="application/json" id="{part}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def value_of(parts: PageParts, name: str) -> Any:
    text = (parts.part(name, lambda place: {}) or b"").decode("ascii")
    assert text.startswith(f'trueboxPart("{name}",')
    assert text.endswith(");\n")
    return json.loads(text[len(f'trueboxPart("{name}",') : -3])


def lists(held: dict[str, Any], names: tuple[str, ...]) -> list[list[list[Any]]]:
    """Columns of a part as rows of each image, as the page's script makes them."""
    kinds = {"Float64Array": "<f8", "Uint16Array": "<u2", "Uint8Array": "u1", "Int32Array": "<i4"}
    columns = {
        name: np.frombuffer(base64.b64decode(column["bytes"]), kinds[column["type"]])
        for name, column in held.items()
        if name != "count"
    }
    if "overlap" in columns:
        columns["overlap"] = columns["overlap"] / 10_000
    rows = zip(
        columns["box"].reshape(-1, 4).tolist(), *(columns[name].tolist() for name in names), strict=True
    )
    flat = [[*box, *rest] for box, *rest in rows]
    ends = np.cumsum(held["count"])
    return [flat[end - count : end] for end, count in zip(ends, held["count"], strict=True)]


OF_FOUND = ("category", "score", "outcome", "truth", "overlap", "confused", "row")


def images_of(part: dict[str, Any]) -> list[dict[str, Any]]:
    truths = lists(part["truths"], ("category", "counts", "row"))
    found = [lists(side, OF_FOUND) for side in part["detections"]]
    return [
        {**image, "truths": truths[i], "detections": [side[i] for side in found]}
        for i, image in enumerate(part["images"])
    ]


def test_the_columns_are_those_of_the_page_of_one_file(parts: PageParts, results: list[Any]) -> None:
    page = to_page(results, replicates=0, most_images=IMAGES)
    whole, rest = data_of(page), data_of(page, "rest")
    small = data_of(parts.index())
    assert small["parts"]["columns"] == ["columns-0", "columns-1"]
    for place, side in enumerate(small["results"]):
        assert value_of(parts, f"columns-{place}") == rest[f"columns-{place}"]
        for kind in ("columns", "truthColumns"):
            assert side[kind] == whole["results"][place][kind]
        assert side["columns"]["score"]["part"] == f"columns-{place}"
    assert value_of(parts, small["parts"]["truthIds"]) == rest["truth-ids"]


def test_rows_of_a_hundred_images_each_are_those_of_the_page(parts: PageParts, results: list[Any]) -> None:
    wanted = data_of(to_page(results, replicates=0, most_images=IMAGES), "rest")["images"]["images"]
    assert parts.names[-2:] == ["rows-0", "rows-1"]
    first, second = (images_of(value_of(parts, name)) for name in ("rows-0", "rows-1"))
    rows = first + second
    assert len(first) == 100
    assert [row.pop("place") for row in rows] == list(range(IMAGES))
    assert rows == [{k: value for k, value in row.items() if k not in ("id", "file")} for row in wanted]
    listed = value_of(parts, "images")
    assert [listed["ids"], listed["files"]] == [
        [row["id"] for row in wanted],
        [row["file"] for row in wanted],
    ]


def test_the_first_document_holds_no_columns_and_no_images(parts: PageParts) -> None:
    data = data_of(parts.index("7 pictures are missing"))
    assert '"bytes":' not in json.dumps(data["results"])
    assert data["gallery"]["images"] == []
    assert data["gallery"]["note"] == "7 pictures are missing"
    assert "truthIds" not in data


def test_the_policy_lets_in_what_lies_beside_and_nothing_else(parts: PageParts) -> None:
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', parts.index())
    assert found is not None
    policy = dict(part.split(" ", 1) for part in found[1].split("; "))
    assert policy["default-src"] == "'none'"
    assert re.fullmatch(r"'sha256-[^']+' 'self' file:", policy["script-src"])
    assert policy["img-src"] == "data: blob: 'self' file:"


@pytest.mark.parametrize(
    "name", ["rows-2", "rows-01", "rows--1", "rows-", "rows-²", "../rows-0", "other", ""]
)
def test_there_are_no_other_parts(parts: PageParts, name: str) -> None:
    assert parts.part(name, lambda place: {}) is None


def test_addresses_of_pictures_stand_in_the_rows(parts: PageParts) -> None:
    text = parts.part("rows-1", lambda place: {"picture": f"p/{place}"} if place == 101 else {})
    assert text is not None
    rows = json.loads(text[len('trueboxPart("rows-1",') : -3])["images"]
    assert [row.get("picture") for row in rows[:3]] == [None, "p/101", None]


def test_no_results_are_refused() -> None:
    with pytest.raises(ArgumentError, match="got none"):
        page_parts([])
