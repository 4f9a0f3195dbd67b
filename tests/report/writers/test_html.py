"""Blocks as elements; nothing out of a file becomes markup."""

from __future__ import annotations

from made_results import make_hostile, make_many

from truebox.report.blocks.block import Heading, Notes, Sentences
from truebox.report.blocks.result import class_grid
from truebox.report.writers.html import write_html


def test_every_block_has_its_element():
    text = write_html([Heading("h"), Notes(("a", "b")), Sentences(("c",), ("d",)), Sentences(()), Notes(())])
    assert text == "<h3>h</h3>\n<p>a<br>b</p>\n<p>d</p><ul><li>c</li></ul>\n"


def test_names_are_text():
    text = write_html([class_grid(make_hostile()), Heading("<b>")])
    assert "<img" not in text
    assert "<b>" not in text
    assert "\x1b" not in text


def test_classes_left_out_are_counted():
    text = write_html([class_grid(make_many(31))])
    assert text.count("<tr>") == 33
    assert '<td colspan="8">… 1 more class (--all-classes)</td>' in text
