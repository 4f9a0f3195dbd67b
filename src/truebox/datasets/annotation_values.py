"""Numbers of annotations that only some protocols read, such as how much of a person is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.datasets.formats.coco.format import FORMAT
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import members_of
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["with_annotation_values"]

_MEMBER = "annotations"


@refuses_other_kinds
def with_annotation_values(truth: Truth, given: Any, keys: Sequence[str]) -> Truth:
    """The truth with these numbers of its annotations as attributes, NaN where one lacks it.

    A truth that has them already, or whose source has no annotations of COCO, stays as it is.

    Parameters
    ----------
    truth : Truth
        As read.
    given : Any
        What it was read from, where it does not know that itself.
    keys : sequence of str
        Names of numbers.

    Raises
    ------
    InputError
        A value is no number (E-134).

    Examples
    --------
    >>> from truebox.datasets import read_truth
    >>> data = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "pedestrian"}], "annotations": [
    ...     {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "vis_ratio": 0.5}]}
    >>> with_annotation_values(read_truth(data), data, ["vis_ratio"]).attributes["vis_ratio"].tolist()
    [0.5]
    """
    missing = [key for key in keys if key not in truth.attributes]
    source = truth.source.path if truth.source.path is not None else given
    annotations = _annotations(source, missing) if missing and truth.source.format == FORMAT.name else None
    if not annotations:
        return truth
    rows = np.arange(len(annotations)) if truth.source_rows is None else truth.source_rows
    missing = [key for key in missing if any(key in each for each in annotations)]
    if len(rows) != len(truth) or not missing:
        return truth
    held = {}
    for key in missing:
        values = [annotations[row].get(key) for row in rows.tolist()]
        for row, value in zip(rows.tolist(), values, strict=True):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
                place = f"{truth.source.name} annotations[{row}].{key}"
                raise InputError(
                    "E-134", place, f"expected a number, got {value!r:.40}", "write a number", row=row
                )
        held[key] = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return replace(truth, attributes={**truth.attributes, **held})


def _annotations(source: Any, keys: Sequence[str]) -> list[Any] | None:
    """The annotations, of a file their values of these keys alone."""
    if isinstance(source, Mapping):
        found = source.get(_MEMBER)
        return list(found) if isinstance(found, Sequence) else None
    if not isinstance(source, str | PathLike) or not Path(source).is_file():
        return None
    text: Any = read_bytes(Path(source))
    wanted = [named for key in keys if (named := f'"{key}"'.encode()) in text]
    if not wanted:
        return None
    (text,) = members_of(text, str(source), [_MEMBER])
    if not any(named in text for named in wanted):
        return None
    decoded: list[Any] = msgspec.json.decode(text)
    return decoded
