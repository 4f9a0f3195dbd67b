"""The lines beneath a table."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace

import pytest
from planted_faults import diagnosed

import truebox as tb
from truebox.report import to_table
from truebox.report.blocks.diagnosis import diagnosis_blocks, lost_line
from truebox.report.writers.markdown import write_markdown
from truebox.report.writers.plain import write_plain


def diagnosis_lines(*arguments):
    return write_plain(diagnosis_blocks(*arguments)).splitlines()


def diagnosis_markdown(*arguments):
    return write_markdown(diagnosis_blocks(*arguments))


def test_the_losses_stand_in_order():
    found = diagnosed("class").errors
    line = lost_line(found)
    numbers = [float(value) for value in re.findall(r" (0\.\d{3})", line)]
    assert line.startswith(f"Lost AP at IoU 0.5: class {found.loss['class']:.3f} · ")
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 6


def test_one_result_has_its_losses_and_sentences():
    found = diagnosed("class")
    assert diagnosis_lines([found]) == [lost_line(found.errors), *(f"- {each}" for each in found.words)]


@pytest.mark.parametrize("side", ["no truth", "no detection"])
def test_nothing_is_said_to_be_lost_where_nothing_can_be_mended(side):
    box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [] if side == "no truth" else [{"id": 1, "area": 1600, "iscrowd": 0, **box}],
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = tb.evaluate(truth, [{"score": 0.9, **box}] if side == "no truth" else [])
    found = tb.diagnosis.diagnose(result)
    assert not any("Lost AP" in line for line in diagnosis_lines([found]))
    assert not any("kind of error" in sentence for sentence in found.words)


def test_several_results_are_told_apart():
    lines = diagnosis_lines([diagnosed("class"), diagnosed("missed")], "B is better.")
    assert lines[0] == "B is better."
    assert [line[0] for line in lines if line.endswith("<memory>")] == ["A", "B"]


def test_fewer_draws_are_said_where_nobody_asked_for_them():
    found = diagnosed("class")  # somebody asked for 200
    said = "200 random draws, not the usual 1,000, because there are very many detections"
    assert "usual" not in to_table(found.result, diagnoses=[found])
    reduced = replace(found, reduced=True)
    without_column = to_table(reduced.result, diagnoses=[reduced], width=40)
    assert "95 % interval" not in without_column
    assert said in without_column
    assert diagnosis_lines([reduced, reduced]).count(said) == 1
    assert said in diagnosis_markdown([reduced])
    assert said not in diagnosis_lines([replace(reduced, intervals=None)])


def test_names_are_escaped_in_every_place():
    found = diagnosed("class")
    names = tuple("\x1b[31m<b>|`" for _ in found.errors.table.category_names)
    table = replace(found.errors.table, category_names=names)
    hostile = replace(found, errors=replace(found.errors, table=table))
    assert "\x1b" not in "".join(diagnosis_lines([hostile]))
    assert "<b>" in "".join(diagnosis_lines([hostile]))
    assert "<b>" not in diagnosis_markdown([hostile])


def test_the_table_ends_with_them():
    found = diagnosed("class")
    text = to_table(found.result, diagnoses=[found])
    assert text.endswith("\n".join(diagnosis_lines([found])) + "\n")
    assert "95 % interval" in text.splitlines()[0]
    assert "interval" not in to_table(found.result)
