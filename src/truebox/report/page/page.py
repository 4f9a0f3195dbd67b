"""The page as one text: template, style, script, data, and the hashes that its policy allows."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.errors import ArgumentError, MissingExtraError
from truebox.report.escaping import escape_html, escape_json_in_html
from truebox.report.page.gallery import chosen_images, gallery_rows
from truebox.report.page.page_data import page_data
from truebox.report.page.pictures import small_pictures

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["to_page"]

_SCRIPTS = ("values.js", "charts.js", "tables.js", "counting.js", "gallery.js", "steps.js", "main.js")
_MOST_IMAGES = 300
_MOST_BYTES = 20_000_000


def to_page(
    results: Result | Sequence[Result],
    *,
    words: Sequence[str] = (),
    gates: Sequence[Mapping[str, Any]] = (),
    images: str | Path | None = None,
    command: str = "",
    most_images: int = _MOST_IMAGES,
    most_bytes: int = _MOST_BYTES,
    replicates: int = 1000,
) -> str:
    """Return one result, or two of one truth, as an HTML page that needs nothing but a browser.

    Nothing is fetched: a content-security policy forbids it, and lets no other script run than those
    inside. Names out of files appear as text, whatever they hold. At another score, the page counts
    precision, recall, F1 and the confusion matrix itself, and gets the numbers that Python gets.

    Parameters
    ----------
    results : Result or sequence of Result
        With classes; of several, two are shown side by side.
    words : sequence of str
        Sentences for the top of the page.
    gates : sequence of mapping
        ``expression, value, limit, passed`` of each.
    images : path, optional
        Folder of the pictures, for which Pillow is needed; without, boxes stand on a canvas.
    command : str
        What to run for the same page.
    most_images, most_bytes : int
        Budget of the gallery; its pictures together take at most `most_bytes`.
    replicates : int
        Of the bootstrap that gives intervals; 0 leaves them out.

    Returns
    -------
    str

    Raises
    ------
    MissingExtraError
        Plotly, whose script draws the charts, is not installed; or Pillow, when `images` is given.
    ArgumentError
        There are no results, results of different truths, or results without classes.

    Examples
    --------
    >>> page = to_page(result)                                          # doctest: +SKIP
    >>> page.startswith("<!doctype html>")                              # doctest: +SKIP
    True
    """
    many = list(results) if isinstance(results, Sequence) else [results]
    _refuse(many)
    shown = many[:2]
    data = page_data(shown, words=words, gates=gates, command=command, replicates=replicates)
    choice = chosen_images(shown, most_images)
    rows = gallery_rows(shown, choice.places)
    pictures = small_pictures(rows, None if images is None else Path(images), most_bytes)
    for place, address in pictures.addresses.items():
        rows[place]["picture"] = address
    data["gallery"] = {"images": rows, "reason": choice.reason, "note": pictures.note}
    if len(many) > 2:
        names = ", ".join(result.predictions.source.name for result in many[2:])
        data["words"] = [*data["words"], f"Not shown here: {names}; a page holds two sets of predictions."]
    return _assembled(data)


def _refuse(results: Sequence[Result]) -> None:
    if not results:
        raise ArgumentError("results is empty; give at least one result")
    if any(not result.per_class for result in results):
        raise ArgumentError("results: a page needs classes. Fix: evaluate without class_agnostic.")
    first = results[0].truth
    if any(result.truth is not first for result in results[1:]):
        raise ArgumentError("results: they are of different truths. Fix: read the truth once, for all.")


def _assembled(data: Mapping[str, Any]) -> str:
    here = files("truebox.report.page")
    plotly = _plotly()
    script = "\n".join((here / "script" / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(plotly)} {_hash(script)}",
            "style-src 'unsafe-inline'",  # Plotly sets styles on what it draws
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    parts = {
        "policy": policy,
        "title": escape_html(f"Truebox: {', '.join(side['source'] for side in data['results'])}"),
        "style": (here / "page.css").read_text(encoding="utf-8"),
        "plotly": plotly,
        "script": script,
        "data": escape_json_in_html(json.dumps(data, allow_nan=False, separators=(",", ":"))),
    }
    page = (here / "page.html").read_text(encoding="utf-8")
    for name, text in parts.items():
        before, mark, after = page.partition(f"<!--{name}-->")
        if not mark:
            raise RuntimeError(f"the template has no place for {name}")
        page = before + text + after
    return page


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode('ascii')}'"


def _plotly() -> str:
    try:
        text = (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        raise MissingExtraError("plotly", "report", "The report page") from None
    # Nothing in it may end its element early.
    return text.replace("</script", "<\\/script")
