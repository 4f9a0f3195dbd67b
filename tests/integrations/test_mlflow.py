"""What MLflow is given; the package is stood in for where it is not installed."""

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
    assert json.loads(texts["test/truebox.json"])["results"][0]["metrics"]["AP"] == 1.0
    assert "cat" in texts["test/truebox.md"]
    assert "cat" in texts["test/truebox.csv"]
    assert "<html" in texts["test/truebox.html"]
    before = dict(texts)
    log_to_mlflow(result, "train[1]/")
    assert {name: texts[name] for name in before} == before  # one run may have several
    assert "cat" in texts["train_1_/truebox.csv"]
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(MissingExtraError, match="mlflow"):
        log_to_mlflow(result)


@pytest.mark.filterwarnings("ignore")
def test_a_run_of_mlflow_takes_it(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri((tmp_path / "runs").as_uri())
    result = tb.evaluate([CAT], [{**CAT, "scores": [0.5]}], mode="corrected")
    with mlflow.start_run() as run:
        log_to_mlflow(result, step=2)
    client = mlflow.MlflowClient()
    assert client.get_run(run.info.run_id).data.metrics["val/AP"] == 1.0
    names = {each.path for each in client.list_artifacts(run.info.run_id, "val")}
    assert names == {f"val/truebox.{kind}" for kind in ("json", "md", "csv", "html")}
