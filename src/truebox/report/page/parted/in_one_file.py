"""The page as one file: what the first screen shows stands before everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truebox.report.page.packed import columns_apart, columns_deflated

__all__ = ["COLUMNS", "IMAGES", "TRUTH_IDS", "columns_of_results", "first_and_rest"]

COLUMNS, IMAGES, TRUTH_IDS = "columns", "images", "truth-ids"
"""Names of parts, of which that of columns is followed by the number of the result."""

_BEYOND = ("beyond", "beyondIds")


def columns_of_results(data: dict[str, Any], *, deflate: bool) -> dict[str, list[Any]]:
    """Take the columns of every result out of the data, by the names of their parts.

    Long ones are deflated where that is asked for: it takes longer than a browser on the same machine saves.

    Examples
    --------
    >>> data = {"results": [{"columns": {"score": {"type": "Uint8Array", "bytes": "AQI="}}}]}
    >>> columns_of_results(data, deflate=True)
    {'columns-0': [{'type': 'Uint8Array', 'bytes': 'AQI='}]}
    >>> data
    {'results': [{'columns': {'score': {'type': 'Uint8Array', 'part': 'columns-0', 'at': 0}}}]}
    """
    columns: dict[str, list[Any]] = {}
    results = []
    for place, side in enumerate(data["results"]):
        name = f"{COLUMNS}-{place}"
        columns[name] = []
        results.append(columns_apart(columns_deflated(side) if deflate else side, name, columns[name]))
    data["results"] = results
    return columns


def first_and_rest(data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the first screen needs of the data of a page, and the parts that a browser reads after it.

    Examples
    --------
    >>> data = {"results": [], "gallery": {"images": ["row"], "note": ""}}
    >>> first, rest = first_and_rest(data | {"truthIds": [7], "beyond": ["b.jpg"], "beyondIds": [8]})
    >>> first["gallery"], first["parts"]
    ({'images': [], 'note': ''}, {'columns': [], 'images': 'images', 'truthIds': 'truth-ids'})
    >>> rest
    {'truth-ids': [7], 'images': {'images': ['row'], 'beyond': ['b.jpg'], 'beyondIds': [8]}}
    """
    first = {name: value for name, value in data.items() if name not in ("truthIds", *_BEYOND)}
    columns = columns_of_results(first, deflate=True)
    images = {"images": data["gallery"]["images"], **{name: data[name] for name in _BEYOND}}
    first["gallery"] = data["gallery"] | {"images": []}
    first["parts"] = {"columns": list(columns), "images": IMAGES, "truthIds": TRUTH_IDS}
    return first, {**columns, TRUTH_IDS: data["truthIds"], IMAGES: images}
