"""Columns of ids in every style a real file has them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from truebox.records import Ids, Strings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from truebox.generation.chance import Chance
    from truebox.typing import Int64Array

__all__ = ["ID_STYLES", "IdStyle", "make_ids", "pick_ids", "strings_from"]

IdStyle: TypeAlias = Literal["ordered", "zero", "sparse", "unsorted", "strings"]
"""``ordered`` 1, 2, 3; ``zero`` 0, 1, 2; ``sparse`` has gaps, ``unsorted`` no order either; ``strings``."""

ID_STYLES: tuple[str, ...] = get_args(IdStyle)


def make_ids(count: int, style: str, prefix: str, chance: Chance) -> Ids:
    """Make `count` distinct ids; string ids read ``prefix-000017``."""
    if style == "strings":
        names = tuple(f"{prefix}-{number:06d}" for number in chance.order(count).tolist())
        return Ids(np.arange(count, dtype=np.int64), names)
    if style in {"sparse", "unsorted"}:
        values = np.cumsum(1 + chance.whole(6, count))
        return Ids(values[chance.order(count)] if style == "unsorted" else values)
    return Ids(np.arange(count, dtype=np.int64) + (style != "zero"))


def pick_ids(ids: Ids, rows: Int64Array) -> Ids:
    """Take the ids at `rows`; names keep the order of their first appearance, as a reader gives them."""
    values = ids.values[rows]
    if ids.names is None:
        return Ids(values)
    used, first, codes = np.unique(values, return_index=True, return_inverse=True)
    by_appearance = np.argsort(first, kind="stable")
    place = np.empty_like(by_appearance)
    place[by_appearance] = np.arange(len(used))
    return Ids(place[codes], tuple(ids.names[value] for value in used[by_appearance].tolist()))


def strings_from(texts: Iterable[str]) -> Strings:
    """Pack texts into one column."""
    encoded = [text.encode() for text in texts]
    lengths = np.array([0, *map(len, encoded)], np.int64)
    return Strings(b"".join(encoded), np.cumsum(lengths))
