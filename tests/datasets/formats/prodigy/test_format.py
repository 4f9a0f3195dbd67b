"""Prodigy: spans, answers, and lines that are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError

# As in prodi.gy/docs/api-interfaces, "image_manual".
RECT = {
    "label": "CAR",
    "type": "rect",
    "x": 10,
    "y": 20,
    "width": 30,
    "height": 40,
    "center": [25, 40],
    "points": [[10, 20], [10, 60], [40, 60], [40, 20]],
}
POLYGON = {"label": "CAR", "type": "polygon", "points": [[1, 2], [9, 2], [9, 7]]}


def line(*spans: Any, image: str = "a.jpg", **more: Any) -> str:
    return json.dumps(
        {"image": image, "width": 640, "height": 480, "spans": list(spans), "answer": "accept", **more}
    )


def write(folder: Path, *lines: str, end: str = "\n") -> Path:
    path = folder / "annotations.jsonl"
    path.write_bytes(end.join([*lines, ""]).encode())
    return path


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
def test_spans_are_boxes_and_polygons(tmp_path, end):
    truth = tb.read_truth(write(tmp_path, line(RECT, POLYGON), line(image="b.jpg"), end=end))
    assert truth.boxes.tolist() == [[10, 20, 30, 40], [1, 2, 8, 5]]
    assert (truth.images.ids.tolist(), truth.images.sizes[0].tolist()) == (["a", "b"], [640, 480])


def test_old_rectangles_have_points_only(tmp_path):
    span = {"label": "CAR", "points": RECT["points"]}
    assert tb.read_truth(write(tmp_path, line(span))).boxes.tolist() == [[10, 20, 30, 40]]


def test_rejected_and_ignored_pictures_are_left_out(tmp_path):
    lines = [line(RECT), line(RECT, image="b.jpg", answer="reject"), line(image="c.jpg", answer="ignore")]
    truth = tb.read_truth(write(tmp_path, *lines))
    assert truth.images.ids.tolist() == ["a"]
    assert [each.message for each in truth.findings] == [
        "1 pictures answered reject are left out",
        "1 pictures answered ignore are left out",
    ]


def test_a_picture_held_as_text_is_named_beside_it(tmp_path):
    text = "data:image/png;base64," + "A" * 100_000
    lines = [line(RECT, image=text, path="/data/set/a.png"), line(image=text, meta={"file": "b.png"})]
    truth = tb.read_truth(write(tmp_path, *lines), format="prodigy")
    assert list(truth.images.file_names) == ["/data/set/a.png", "b.png"]
    with pytest.raises(InputError, match=r"E-441 .*line 1: no picture is named"):
        tb.read_truth(write(tmp_path, line(image=text)), format="prodigy")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((line(), '{"image": "b.jpg", "spans": ['), r"E-104 .*jsonl line 2 column \d+: "),
        ((line(), "[]"), "E-440 .*line 2: a list of 0, need an object"),
        ((line(answer="maybe"),), "E-440 .*line 1 answer: .*need accept, reject or ignore"),
        ((line({**RECT, "x": "1,5"}),), r"E-440 .*line 1 spans\[0\] x.*decimal point"),
        ((line({"label": "CAR", "start": 0, "end": 3}),), r"E-441 .*spans\[0\]: points is missing"),
        ((line({**POLYGON, "points": [[1, 2], [3, 4]]}),), "E-451 .*2 points make no polygon"),
        ((line({**RECT, "label": None}),), "E-441 .*label is missing"),
        ((line(), line()), 'E-448 .*line 2: "a.jpg" is listed twice'),
        ((line({**RECT, "width": -1}),), "E-122"),
    ],
)
def test_what_is_refused(tmp_path, lines, message):
    with pytest.raises(InputError, match=message):
        tb.read_truth(write(tmp_path, *lines), format="prodigy")


def test_lenient_drops_the_span(tmp_path):
    truth = tb.read_truth(write(tmp_path, line({**RECT, "x": "1,5"}, RECT)), lenient=True)
    assert len(truth) == 1


def test_a_byte_order_mark_is_refused_by_its_name(tmp_path):
    path = write(tmp_path, line(RECT))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with pytest.raises(InputError, match=r"E-105 .*byte-order mark"):
        tb.read_truth(path)
