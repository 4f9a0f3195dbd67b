"""Objects as text files."""

from __future__ import annotations

from format_rounds import refused

import truebox as tb
from truebox.datasets.formats.text_boxes.writer import _write, write_truth
from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject


def test_words_of_a_line(tmp_path):
    image = WrittenImage("val/a.jpg", 0, 0, [WrittenObject("cat", [1.0, 2.5, 3.0, 4.0], score=0.1)])
    _write([image, WrittenImage("b.jpg", 0, 0)], tmp_path / "boxes")
    assert (tmp_path / "boxes" / "val" / "a.txt").read_text() == "cat 0.1 1 2.5 3 4\n"
    assert (tmp_path / "boxes" / "b.txt").read_text() == ""


def test_what_the_numbers_are_is_stated_beside_the_labels(tmp_path):
    truth = tb.read_truth([{"boxes": [[10, 20, 40, 90]], "labels": ["cat"], "file_name": "a.jpg"}])
    write_truth(truth, tmp_path / "boxes")  # as xyxy the numbers 10 20 30 70 were possible too
    again = tb.read_truth(tmp_path / "boxes")
    assert (again.source.format, again.boxes.tolist()) == ("text-boxes", [[10, 20, 30, 70]])
    assert tb.read_truth(tmp_path / "boxes", box_format="xyxy").boxes.tolist() == [[10, 20, 20, 50]]


def test_names_that_lead_out_are_refused(tmp_path):
    refused("E-174", _write, [WrittenImage("../a.jpg", 0, 0)], tmp_path / "boxes")
    assert list(tmp_path.iterdir()) == []
