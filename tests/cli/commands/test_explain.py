"""``truebox explain``."""

from __future__ import annotations

import importlib
import re

import pytest
from project_tree import ROOT

from truebox.cli import main
from truebox.codes import CODES
from truebox.evaluation import evaluate
from truebox.evaluation.metric_texts import metric_text
from truebox.evaluation.quirk_texts import QUIRK_TEXTS

# `truebox.cli.commands.explain` as an attribute may be the command of the same name.
module = importlib.import_module("truebox.cli.commands.explain")


@pytest.mark.parametrize("typed", ["E-120", "e-120", "e120", "E_120"])
def test_a_code_is_explained_however_it_is_typed(typed, capsys):
    assert main(["explain", typed]) == 0
    out = capsys.readouterr().out
    entry = CODES["E-120"]
    assert entry.title in out
    assert entry.meaning in out
    assert f"What to do: {entry.fix}" in out


def test_every_code_can_be_explained(capsys):
    for code in CODES:
        assert main(["explain", code]) == 0
    assert "Traceback" not in capsys.readouterr().out


def test_without_a_code_all_are_listed(capsys):
    assert main(["explain"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == [
        f"{code}  {entry.title}" for code, entry in CODES.items()
    ]


def test_an_unknown_code_is_a_usage_error_with_a_guess(capsys):
    assert main(["explain", "E-1200"]) == 2
    assert "Did you mean" in capsys.readouterr().err


def test_every_quirk_of_the_page_is_explained_in_its_words(capsys):
    page = (ROOT / "docs/quirks.md").read_text()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if re.match(r"\| [A-Z]\d+ \|", line)
    ]
    assert {row[0] for row in rows} == set(QUIRK_TEXTS)
    for number, *texts, _test in rows:
        assert main(["explain", number.lower()]) == 0
        out = capsys.readouterr().out
        assert all(text in out for text in texts), number


@pytest.mark.parametrize(
    "name", ["AP", "AP50", "ap75", "AP62.5", "APs", "AP[tiny]", "AR100", "AR@300", "PQth"]
)
def test_metrics_are_explained(name, capsys):
    assert main(["explain", name]) == 0
    assert re.match(r"[APRQ]{2}\S*  \w", capsys.readouterr().out)


def test_every_metric_of_an_evaluation_has_words():
    for protocol in ("coco", "voc"):
        cat = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
        metrics = evaluate([cat], [{**cat, "scores": [0.5]}], protocol=protocol, iou_thresholds=[0.3]).metrics
        assert all(metric_text(name) for name in metrics)


@pytest.mark.parametrize("column", ["P", "R", "F1", "score", "interval"])
def test_the_columns_of_the_table_are_explained(column, capsys):
    assert main(["explain", column]) == 0
    assert capsys.readouterr().out.partition("  ")[0] == column


@pytest.mark.parametrize(
    ("name", "called"),
    [("HOTA", "HOTA"), ("mota", "MOTA"), ("idf1", "IDF1"), ("mAP50-95", "AP"), ("mAP@.5", "AP50")],
)
def test_metrics_are_found_as_other_tools_call_them(name, called, capsys):
    assert main(["explain", name]) == 0
    assert capsys.readouterr().out.partition("  ")[0] == called


def test_on_a_terminal_sentences_are_broken_at_words(monkeypatch, capsys):
    assert main(["explain", "W-310"]) == 0
    piped = capsys.readouterr().out
    monkeypatch.setattr(module, "stdout_on_screen", lambda: True)
    monkeypatch.setattr(module, "columns", lambda: 40)
    assert main(["explain", "W-310"]) == 0
    shown = capsys.readouterr().out
    assert max(len(line) for line in shown.splitlines() if not line.startswith(" ")) <= 40
    assert shown.split() == piped.split()
    assert max(map(len, piped.splitlines())) > 40


def test_on_a_terminal_options_are_not_broken(monkeypatch):
    monkeypatch.setattr(module, "stdout_on_screen", lambda: True)
    for width in range(20, 40):
        monkeypatch.setattr(module, "columns", lambda width=width: width)
        text = " ".join([entry.fix for entry in CODES.values()])
        assert module._fitted(text).split() == text.split()
