"""What runs a function elsewhere: processes of this machine, Dask, Ray, Spark; a few lines around each."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeAlias

from truebox._native.threads import usable_threads
from truebox.errors import ArgumentError

__all__ = ["Engine", "engine_for", "run_in_processes"]

Engine: TypeAlias = "Callable[[Callable[[Any], bytes], Sequence[Any]], Iterator[bytes]]"
"""From a function and its shards to its answers, in the order of the shards."""

_TRIES = 3


def run_here(function: Callable[[Any], bytes], shards: Sequence[Any]) -> Iterator[bytes]:
    """One after the other, in this process."""
    return map(function, shards)


def run_in_processes(function: Callable[[Any], bytes], shards: Sequence[Any]) -> Iterator[bytes]:
    """In as many processes as there are processors; the shards of one that is killed run again.

    Raises
    ------
    BrokenProcessPool
        Processes died three times in a row without a shard being finished in between.
    """
    done: dict[int, bytes] = {}
    given, tries = 0, 0
    while len(done) + given < len(shards):
        before = len(done)
        left = [number for number in range(given, len(shards)) if number not in done]
        # Spawned: a process with threads must not be forked.
        pool = ProcessPoolExecutor(usable_threads(), mp_context=multiprocessing.get_context("spawn"))
        futures: dict[int, Future[bytes]] = {}
        try:
            for number in left:
                futures[number] = pool.submit(function, shards[number])
            for number, future in futures.items():
                done[number] = future.result()
                while given in done:
                    yield done.pop(given)
                    given += 1
        except BrokenProcessPool:
            done |= {
                number: future.result()
                for number, future in futures.items()
                if number >= given and future.done() and future.exception() is None
            }
            tries = 0 if len(done) > before else tries + 1
            if tries == _TRIES:
                raise
        finally:
            # By hand: `shutdown(cancel_futures=True)` waits for ever where a shard could not be pickled.
            for future in futures.values():
                future.cancel()
            pool.shutdown(wait=True)
        while given in done:
            yield done.pop(given)
            given += 1


def _on_dask(client: Any) -> Engine:
    def run(function: Callable[[Any], bytes], shards: Sequence[Any]) -> Iterator[bytes]:
        # Not pure: two shards of the same content are two shards, which the images of both then show.
        for future in client.map(function, shards, pure=False, retries=2):
            yield future.result()
            future.release()

    return run


def _on_ray(ray: Any) -> Engine:
    def run(function: Callable[[Any], bytes], shards: Sequence[Any]) -> Iterator[bytes]:
        remote = ray.remote(max_retries=2)(function_of(function))
        return map(ray.get, [remote.remote(shard) for shard in shards])

    return run


def function_of(function: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """A plain function, which Ray asks for."""

    def plain(shard: Any) -> bytes:
        return function(shard)

    return plain


def _on_spark(session: Any) -> Engine:
    def run(function: Callable[[Any], bytes], shards: Sequence[Any]) -> Iterator[bytes]:
        # Rows of a table: not every session has RDDs.
        rows = [(number, pickle.dumps(shard)) for number, shard in enumerate(shards)]
        table = session.createDataFrame(rows, "number long, shard binary").repartition(
            max(len(rows), 1), "number"
        )
        answers = table.mapInArrow(_of_batches(function), "number long, part binary")
        # In the order of the shards, and whole: none of a task that ran again is there twice.
        return (bytes(row.part) for row in answers.orderBy("number").toLocalIterator())

    return run


def _of_batches(function: Callable[[Any], bytes]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What Spark calls with batches of shards."""

    def parts(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for row in batch.to_pylist():
                part = function(pickle.loads(row["shard"]))
                yield type(batch).from_pydict({"number": [row["number"]], "part": [part]})

    return parts


# What an engine is known by: the names of the functions that its binding calls.
_BY_NAME: dict[str, Engine] = {"here": run_here, "processes": run_in_processes}
_BY_METHODS: tuple[tuple[tuple[str, ...], Callable[[Any], Engine]], ...] = (
    (("map", "scheduler_info"), _on_dask),
    (("remote", "get", "is_initialized"), _on_ray),
    (("createDataFrame", "readStream"), _on_spark),
)


def engine_for(given: Any) -> Engine:
    """The engine of an argument.

    Raises
    ------
    ArgumentError
        It is none.

    Examples
    --------
    >>> list(engine_for("here")(str.encode, ["a", "b"]))
    [b'a', b'b']
    """
    if isinstance(given, str):
        if given in _BY_NAME:
            return _BY_NAME[given]
    else:
        for methods, binding in _BY_METHODS:
            if all(hasattr(given, method) for method in methods):
                return binding(given)
    raise ArgumentError(
        f"engine: {given!r} is unknown. Fix: pass {', '.join(map(repr, _BY_NAME))}, a Dask client, the "
        "module ray or a Spark session."
    )
