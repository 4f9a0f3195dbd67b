"""Many shards to one result, on whatever runs functions elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from truebox._kinds import refuses_other_kinds
from truebox._writing.whole_file import whole_file
from truebox._writing.whole_folder import temporary_folder
from truebox.errors import ArgumentError
from truebox.evaluation import merge_parts
from truebox.execution.engines import engine_for
from truebox.execution.parts import part

if TYPE_CHECKING:
    from truebox.evaluation import StreamedResult

__all__ = ["evaluate_shards"]


@refuses_other_kinds
def evaluate_shards(
    shards: Iterable[Sequence[Any]],
    *,
    categories: Any,
    engine: Any = "processes",
    expect: Iterable[Any] | None = None,
    folder: str | PathLike[str] | None = None,
    repeated: Literal["same", "refuse", "lowest"] = "same",
    **how: Any,
) -> StreamedResult:
    """The result of all shards: the bytes of one evaluation, however the work was spread.

    Parameters
    ----------
    shards : iterable of (truth, predictions)
        Each with whole images; paths, or data that can be sent.
    categories : ids, names, mapping of id to name, or a truth
        Every class of all shards.
    engine : "processes", "here", a Dask client, the module ``ray`` or a Spark session
        What runs them. Processes and workers that die are replaced, and their shards run again.
    expect : iterable of ids, optional
        Every image there must be: without it nobody can notice a shard that was left out.
    folder : path, optional
        Where parts are kept; a temporary folder unless said.
    repeated : {"same", "refuse", "lowest"}
        Of an image in two shards; see `truebox.Evaluator`.
    **how
        Every other argument of `truebox.Evaluator`.

    Examples
    --------
    >>> import truebox as tb
    >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    >>> shards = [({i: cat}, {i: {**cat, "scores": [0.5]}}) for i in (1, 2, 3)]
    >>> found = tb.execution.evaluate_shards(
    ...     shards, engine="here", categories=[1], expect=[1, 2, 3], mode="corrected"
    ... )
    >>> found.images, found.metrics["AP"]
    (3, 1.0)
    """
    run = engine_for(engine)
    making = partial(_part_of, categories=categories, how={**how, "repeated": repeated})
    with temporary_folder("truebox-") as temporary:
        home = Path(temporary if folder is None else folder)
        home.mkdir(parents=True, exist_ok=True)
        paths = list(_written(run(making, list(shards)), home))
        return merge_parts(
            paths, expect=expect, repeated=repeated, protocol=_own_protocol(how), threads=how.get("threads")
        )


def _part_of(shard: Sequence[Any], categories: Any, how: dict[str, Any]) -> bytes:
    if isinstance(shard, str) or len(shard) != 2:
        raise ArgumentError(f"a shard is {shard!r:.60}; expected (truth, predictions)")
    truth, predictions = shard
    return part(truth, predictions, categories=categories, **how)


def _written(parts: Iterator[bytes], home: Path) -> Iterator[Path]:
    """Each part in a file of the folder, as it comes: only one is in memory."""
    for number, data in enumerate(parts):
        path = home / f"part-{number:06d}.tbx"
        with whole_file(path) as stream:
            stream.write(data)
        yield path


def _own_protocol(how: dict[str, Any]) -> Any:
    given = how.get("protocol")
    return None if given is None or isinstance(given, str) else given
