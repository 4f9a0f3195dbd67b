"""What Weights & Biases is given; the package is stood in for."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import truebox as tb
from truebox.errors import MissingExtraError
from truebox.integrations.wandb import log_to_wandb

CAT = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}


def test_numbers_and_a_table_of_classes_are_logged(monkeypatch):
    result = tb.evaluate([CAT], [{**CAT, "scores": [0.5]}], mode="corrected")
    logged = []
    stand_in = SimpleNamespace(
        log=lambda values, step: logged.append((values, step)), Table=lambda columns, data: (columns, data)
    )
    monkeypatch.setitem(sys.modules, "wandb", stand_in)
    log_to_wandb(result, step=3)
    values, step = logged[0]
    assert step == 3
    assert values["val/AP"] == 1.0
    assert "val/APl" not in values
    assert values["val/classes"][1][0][:5] == ["cat", 1, 1, 1, 1.0]
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(MissingExtraError, match="wandb"):
        log_to_wandb(result)
