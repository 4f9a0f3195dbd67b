"""The groups of classes that a COCO truth names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from truebox._kinds import refuses_other_kinds

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["supercategories_of"]


@refuses_other_kinds
def supercategories_of(truth: Truth) -> Mapping[str, str] | None:
    """Class name to supercategory, read again from the truth's file; None where it names none.

    The columns of a truth hold no supercategories, because nothing but one analysis asks for them.

    Parameters
    ----------
    truth : Truth
        Read from a COCO JSON file.

    Returns
    -------
    mapping or None
        None where the truth is of no file, of one that is gone, of another format, or where any of its
        classes names no supercategory.

    Examples
    --------
    >>> from truebox.datasets import read_truth
    >>> truth = {"images": [], "annotations": [], "categories": [{"id": 1, "name": "cat"}]}
    >>> supercategories_of(read_truth(truth)) is None
    True
    """
    path = truth.source.path
    if path is None or not Path(path).is_file() or Path(path).suffix.lower() != ".json":
        return None
    try:
        parts = msgspec.json.decode(Path(path).read_bytes(), type=dict[str, msgspec.Raw])
        listed = msgspec.json.decode(parts.get("categories", b"[]"), type=list[dict[str, Any]])
    except msgspec.MsgspecError:
        return None  # another format, which is no error here
    groups = {each.get("name"): each.get("supercategory") for each in listed}
    named = {name: groups.get(name) for name in truth.categories.names}
    known = {name: group for name, group in named.items() if isinstance(group, str)}
    return known if len(known) == len(named) else None
