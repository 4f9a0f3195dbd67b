"""What Weights & Biases is given; the package is stood in for where it is not installed."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import truebox as tb
from truebox.errors import ArgumentError, MissingExtraError
from truebox.integrations.wandb import log_to_wandb

CAT = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}


def test_numbers_and_a_table_of_classes_are_logged(monkeypatch):
    result = tb.evaluate([CAT], [{**CAT, "scores": [0.5]}], mode="corrected")
    logged = []
    stand_in = SimpleNamespace(
        log=lambda values, step: logged.append((values, step)),
        Table=lambda columns, data: (columns, data),
        Html=str,
    )
    monkeypatch.setitem(sys.modules, "wandb", stand_in)
    log_to_wandb(result, step=3)
    values, step = logged[0]
    assert step == 3
    assert values["val/AP"] == 1.0
    assert "val/APl" not in values
    assert "<html" in values["val/report"]
    log_to_wandb(result, page=False)
    assert "val/report" not in logged[1][0]
    streamed = tb.Evaluator(["cat"])
    streamed.update([CAT], [{**CAT, "scores": [0.5]}])
    log_to_wandb(streamed.result())
    assert "val/report" not in logged[2][0]
    with pytest.raises(ArgumentError, match="boxes were not kept"):
        log_to_wandb(streamed.result(), page=True)
    assert values["val/classes"][1][0][:5] == ["cat", 1, 1, 1, 1.0]
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(MissingExtraError, match="wandb"):
        log_to_wandb(result)


@pytest.mark.filterwarnings("ignore")
def test_a_run_of_weights_and_biases_takes_it(tmp_path):
    wandb = pytest.importorskip("wandb")
    result = tb.evaluate([CAT], [{**CAT, "scores": [0.5]}], mode="corrected")
    with wandb.init(mode="offline", dir=tmp_path, settings=wandb.Settings(silent=True)) as run:
        log_to_wandb(result, run=run)
        assert run.summary["val/AP"] == 1.0
        assert run.summary["val/classes"]["nrows"] == 1
        assert run.summary["val/report"]["_type"] == "html-file"
