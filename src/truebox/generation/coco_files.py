"""Write records as COCO JSON, a slice of rows at a time, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from truebox.generation.atomic_file import atomic_file
from truebox.generation.coco_dicts import result_rows, truth_header, truth_rows

if TYPE_CHECKING:
    from os import PathLike

    from truebox.records import Predictions, Truth

__all__ = ["write_coco_results", "write_coco_truth", "write_json"]

ROWS = 20_000
"""Rows turned into Python objects at once: about 20 MB of them."""

encode = msgspec.json.encode


def write_coco_truth(truth: Truth, path: str | PathLike[str]) -> None:
    """Write a truth as a COCO file; an existing file is replaced when the new one is complete."""
    header = truth_header(truth)
    with atomic_file(Path(path)) as stream:
        stream.write(b'{"images":' + encode(header["images"]) + b',"annotations":')
        _write_array(stream, len(truth), lambda rows: truth_rows(truth, rows))
        stream.write(b',"categories":' + encode(header["categories"]) + b"}\n")


def write_coco_results(predictions: Predictions, path: str | PathLike[str]) -> None:
    """Write predictions as a COCO results file; an existing file is replaced when the new one is complete."""
    with atomic_file(Path(path)) as stream:
        _write_array(stream, len(predictions), lambda rows: result_rows(predictions, rows))
        stream.write(b"\n")


def write_json(value: object, path: str | PathLike[str], *, indent: int = 0) -> None:
    """Write one JSON document; an existing file is replaced when the new one is complete."""
    text = encode(value)
    with atomic_file(Path(path)) as stream:
        stream.write((msgspec.json.format(text, indent=indent) if indent else text) + b"\n")


def _write_array(stream: IO[bytes], count: int, rows_of: Callable[[slice], list[dict[str, Any]]]) -> None:
    stream.write(b"[")
    for first in range(0, count, ROWS):
        stream.write(b"," if first else b"")
        stream.write(encode(rows_of(slice(first, first + ROWS)))[1:-1])
    stream.write(b"]")
