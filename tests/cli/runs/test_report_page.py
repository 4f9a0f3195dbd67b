"""The page of a run: sentences, gates and the command reach it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from diagnosed_results import made_result

import truebox.report
from truebox.cli.runs.report_page import page_text
from truebox.cli.runs.saying import Said
from truebox.diagnosis import check_gates, diagnose


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the page is made of."""
    seen: dict[str, Any] = {}
    monkeypatch.setattr(
        truebox.report, "to_page", lambda results, **more: seen.update(more) or "PAGE", raising=False
    )
    return seen


def test_sentences_gates_and_command(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/somewhere/truebox", "eval", "my truth.json"])
    diagnosis = diagnose(made_result(), replicates=100)
    gates = check_gates(made_result(), ["AP=0.99"])
    said = Said((diagnosis, diagnosis), "B is better.")
    assert page_text([made_result(), made_result()], said, gates, images=None) == "PAGE"
    sentences = list(diagnosis.words.sentences)
    assert asked["words"] == ["B is better.", *(f"{name}: {each}" for name in "AB" for each in sentences)]
    assert [(gate["limit"], gate["passed"]) for gate in asked["gates"]] == [(0.99, False)]
    assert asked["command"] == "truebox eval 'my truth.json'"
    assert asked["diagnoses"] == (diagnosis, diagnosis)


def test_without_a_diagnosis_the_page_finds_its_own_words(asked: dict[str, Any]) -> None:
    page_text([made_result()], Said(), None, images=None)
    assert asked["words"] is None
    assert asked["gates"] == []


@pytest.mark.parametrize(("named", "wanted"), [(None, Path("beside")), (Path("named"), Path("named"))])
def test_pictures_that_the_truth_leads_to_are_shown(
    asked: dict[str, Any], named: Path | None, wanted: Path
) -> None:
    pytest.importorskip("PIL")
    result = made_result()
    source = replace(result.truth.source, pictures=Path("beside"))
    result = replace(result, truth=replace(result.truth, source=source))
    page_text([result], Said(), None, images=named)
    assert asked["images"] == wanted
    page_text([made_result()], Said(), None, images=None)
    assert asked["images"] is None
