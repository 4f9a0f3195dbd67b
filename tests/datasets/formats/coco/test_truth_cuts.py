"""Where the lists of a COCO truth are, and truths cut from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from truebox.datasets import NotInPiecesError
from truebox.datasets.formats.coco import cut_truth, members_of_truth

TRUTH: dict[str, Any] = {
    "info": {"note": 'a "}],[ in a text \\'},
    "images": [{"id": each} for each in range(5)],
    "version": 1.5,
    "annotations": [{"id": each, "bbox": [1, 2, 3, 4], "note": "]}"} for each in range(7)],
    "categories": [{"id": 1, "name": "cat"}],
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("least", [1, 30, 10_000])
def test_pieces_hold_each_row_once_in_order(tmp_path: Path, indent: int | None, least: int) -> None:
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(TRUTH, indent=indent) + "\n")
    members = members_of_truth(path)
    assert members is not None
    for name in ("images", "annotations"):
        pieces = [
            json.loads(each.read_text()) for each in cut_truth(path, members, name.encode(), tmp_path, least)
        ]
        assert [row for piece in pieces for row in piece[name]] == TRUTH[name]
        assert all(piece["categories"] == TRUTH["categories"] for piece in pieces)
        assert (len(pieces) > 1) == (least < 10_000)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        json.dumps(TRUTH)[:-1],
        json.dumps(TRUTH) + "x",
        json.dumps({**TRUTH, "images": {}}),
        json.dumps({name: TRUTH[name] for name in ("images", "annotations")}),
        '{"images": [], "images": [], "annotations": [], "categories": []}',
    ],
)
def test_a_form_in_doubt_has_no_members(tmp_path: Path, text: str) -> None:
    (tmp_path / "truth.json").write_text(text)
    assert members_of_truth(tmp_path / "truth.json") is None


@pytest.mark.parametrize("between", ["} {", "}, , {", "},]"])
def test_what_stands_wrongly_between_two_is_left_to_the_whole(tmp_path: Path, between: str) -> None:
    path = tmp_path / "truth.json"
    rows = json.dumps([{"id": 1}, {"id": 2}])
    rows = rows[:-1] + ",]" if between == "},]" else rows.replace("}, {", between)
    path.write_text(f'{{"images": [], "annotations": {rows}, "categories": []}}')
    members = members_of_truth(path)
    if members is not None and between != "}, , {":
        with pytest.raises(NotInPiecesError):
            list(cut_truth(path, members, b"annotations", tmp_path, 1))
    elif members is not None:  # what is no object is in a piece, which its reader refuses
        pieces = [each.read_text() for each in cut_truth(path, members, b"annotations", tmp_path, 1)]
        assert any("[ ," in piece or "[," in piece for piece in pieces)
