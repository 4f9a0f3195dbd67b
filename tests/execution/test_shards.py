"""Many shards to one result, on every engine there is."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from streamed_worlds import coco

from truebox.errors import InputError
from truebox.evaluation import Result, evaluate
from truebox.execution import evaluate_shards

SHARDS = [coco([0, 1, 2], 1), coco([3, 4], 100), coco([5, 6, 7], 200)]


@pytest.fixture
def dask_client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
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
def spark_session() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    session = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()


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


def test_dask(dask_client: Any) -> None:
    check(dask_client)


def test_ray(ray_module: Any) -> None:
    check(ray_module)


def test_spark(spark_session: Any) -> None:
    check(spark_session)
