"""Many shards to one result, on every engine there is."""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dying_worker import killed_once
from streamed_worlds import coco

from truebox.errors import InputError
from truebox.evaluation import Result, evaluate
from truebox.execution import evaluate_shards
from truebox.execution.engines import engine_for

SHARDS = [coco([0, 1, 2], 1), coco([3, 4], 100), coco([5, 6, 7], 200)]


@pytest.fixture
def dask_client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as here,
        distributed.Client(here) as client,
    ):
        yield client


@pytest.fixture
def ray_module() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.fixture
def spark_session(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    pytest.importorskip("pandas", reason="Spark's mapInArrow needs pandas")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    session = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()


def check_after_a_kill(engine: Any, folder: Path) -> None:
    """The shards of a worker that is killed run again."""
    shards = [(str(folder), number) for number in range(4)]
    assert list(engine_for(engine)(killed_once, shards)) == [bytes([number]) for number in range(4)]


def check(engine: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = evaluate(*coco(list(range(8)), 1))
        result: Result = evaluate_shards(SHARDS, categories=SHARDS[0][0], engine=engine, expect=range(8))
        with pytest.raises(InputError, match="E-571"):
            evaluate_shards(SHARDS[1:], categories=SHARDS[0][0], engine="here", expect=range(8))
    assert dict(result.metrics) == dict(alone.metrics)
    assert result.precision.tobytes() == alone.precision.tobytes()


@pytest.mark.parametrize("engine", ["here", "processes"])
def test_engines_without_a_package(engine: str) -> None:
    check(engine)


def test_dask(dask_client: Any, tmp_path: Path) -> None:
    check(dask_client)
    check_after_a_kill(dask_client, tmp_path)


def test_ray(ray_module: Any, tmp_path: Path) -> None:
    check(ray_module)
    check_after_a_kill(ray_module, tmp_path)


def test_spark(spark_session: Any) -> None:
    check(spark_session)
