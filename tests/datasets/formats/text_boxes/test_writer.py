"""Objects as text files."""

from __future__ import annotations

from format_rounds import refused

from truebox.datasets.formats.text_boxes.writer import _write
from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject


def test_words_of_a_line(tmp_path):
    image = WrittenImage("val/a.jpg", 0, 0, [WrittenObject("cat", [1.0, 2.5, 3.0, 4.0], score=0.1)])
    _write([image, WrittenImage("b.jpg", 0, 0)], tmp_path / "boxes")
    assert (tmp_path / "boxes" / "val" / "a.txt").read_text() == "cat 0.1 1 2.5 3 4\n"
    assert (tmp_path / "boxes" / "b.txt").read_text() == ""


def test_names_that_lead_out_are_refused(tmp_path):
    refused("E-174", _write, [WrittenImage("../a.jpg", 0, 0)], tmp_path / "boxes")
    assert list(tmp_path.iterdir()) == []
