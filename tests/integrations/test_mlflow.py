"""What MLflow is given; the package is stood in for."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

import truebox as tb
from truebox.errors import MissingExtraError
from truebox.integrations.mlflow import log_to_mlflow

CAT = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}


def test_numbers_and_documents_are_logged(monkeypatch):
    result = tb.evaluate([CAT], [{**CAT, "scores": [0.5]}], mode="corrected")
    numbers, texts = {}, {}
    stand_in = SimpleNamespace(
        log_metrics=lambda values, step: numbers.update(values),
        log_text=lambda text, name: texts.update({name: text}),
    )
    monkeypatch.setitem(sys.modules, "mlflow", stand_in)
    log_to_mlflow(result, "test/")
    assert numbers["test/AP"] == 1.0
    assert json.loads(texts["truebox.json"])["results"][0]["metrics"]["AP"] == 1.0
    assert "cat" in texts["truebox.md"]
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(MissingExtraError, match="mlflow"):
        log_to_mlflow(result)
