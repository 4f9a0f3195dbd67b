"""The report page of one result, or of several beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.whole_file import whole_file
from truebox.errors import ArgumentError
from truebox.evaluation import FollowedResult, PanopticResult, SemanticResult, TrackResult, protocol_value
from truebox.report.blocks.side_by_side import letter
from truebox.report.page.assembly import assembled
from truebox.report.page.followed.page import followed_page
from truebox.report.page.maps.page import map_page
from truebox.report.page.material import Material
from truebox.report.page.page_data import page_data
from truebox.report.page.parted.folder import write_folder
from truebox.report.page.parted.folder_names import names_folder
from truebox.report.page.parted.in_one_file import first_and_rest
from truebox.report.page.parted.page_parts import PageParts
from truebox.report.page.side import Side
from truebox.report.page.tracks.page import track_page
from truebox.report.page.written_page import WrittenPage

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Diagnosis
    from truebox.evaluation import Result
    from truebox.records import Truth

__all__ = ["page_parts", "to_page", "write_page"]

_MOST_RESULTS = 8
_MOST_IMAGES = 300
_MOST_BYTES = 20_000_000
_ONLY_OF_A_FILE = {"most_images", "most_bytes"}
_OF_TRACKS = 8_000_000
"""Of the pictures of a page of tracks, which holds boxes of all frames beside them."""


@refuses_other_kinds
def to_page(
    results: Result | TrackResult | Sequence[Any],
    *,
    words: Sequence[str] | None = None,
    gates: Sequence[Mapping[str, Any]] = (),
    images: str | Path | None = None,
    command: str = "",
    most_images: int = _MOST_IMAGES,
    most_bytes: int = _MOST_BYTES,
    replicates: int = 1000,
    diagnoses: Sequence[Diagnosis] = (),
    comparison: Comparison | None = None,
) -> str:
    """Return one result, or up to eight of one truth, as an HTML page that needs nothing but a browser.

    Nothing is fetched: a content-security policy forbids it, and lets no other script run than those
    inside. Names out of files appear as text, whatever they hold. At another score, the page counts
    precision, recall, F1 and the confusion matrix itself, and gets the numbers that Python gets.

    Parameters
    ----------
    results : Result, TrackResult or sequence of either
        With classes; of more than eight the page says which it leaves out. Results of tracks get a page of
        their own: timelines, and the frames around every event; those of one object over time (`otb`,
        `lasot`, `got10k`) their curves and sequences.
    words : sequence of str, optional
        Sentences for the top of the page; without, the page says what each result loses most by.
    gates : sequence of mapping
        ``expression, value, limit, passed`` of each.
    images : path, optional
        Folder of the pictures, for which Pillow is needed; without, boxes stand on a canvas.
    command : str
        What to run for the same page.
    most_images, most_bytes : int
        Budget of the gallery; its pictures together take at most `most_bytes`.
    replicates : int
        Of the bootstrap over images that gives intervals and comparisons; 0 leaves both out.
    diagnoses : sequence of Diagnosis
        Of the first results, where they were diagnosed before: nothing is computed twice.
    comparison : Comparison, optional
        Of these results with the first, where `truebox.compare` made it before.

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
    many: list[Any] = list(results) if isinstance(results, Sequence) else [results]
    if many and all(isinstance(each, TrackResult) for each in many):
        return track_page(
            many,
            words=words or (),
            gates=gates,
            images=images,
            command=command,
            most_bytes=min(most_bytes, _OF_TRACKS),
            replicates=replicates,
        )
    if many and all(isinstance(each, FollowedResult) for each in many):
        return followed_page(many, words=words or (), gates=gates, command=command, replicates=replicates)
    if many and all(isinstance(each, PanopticResult | SemanticResult) for each in many):
        return map_page(many, words=words or (), gates=gates, command=command, replicates=replicates)
    sides = _sides(many, replicates, diagnoses)
    material = Material(
        sides=sides,
        words=words,
        left_out=_left_out(many),
        gates=gates,
        command=command,
        replicates=replicates,
        images=None if images is None else Path(images),
        most_images=most_images,
        most_bytes=most_bytes,
        comparison=comparison,
    )
    first, rest = first_and_rest(page_data(material))
    return assembled(first, rest=rest)


@refuses_other_kinds
def page_parts(
    results: Result | TrackResult | Sequence[Any],
    *,
    words: Sequence[str] | None = None,
    gates: Sequence[Mapping[str, Any]] = (),
    images: str | Path | None = None,
    command: str = "",
    replicates: int = 1000,
    diagnoses: Sequence[Diagnosis] = (),
    comparison: Comparison | None = None,
) -> PageParts:
    """Return the page of all images in parts, to be written by `write_folder` or served by `serve_page`.

    Parameters
    ----------
    results : Result or sequence of Result
        As in `to_page`.
    words, gates, images, command, replicates, diagnoses, comparison
        As in `to_page`; pictures are not read yet.

    Returns
    -------
    PageParts

    Raises
    ------
    MissingExtraError
        Plotly is not installed.
    ArgumentError
        As `to_page`; also of results of tracks, whose page is one file.

    Examples
    --------
    >>> parts = page_parts(result, images="pictures")                   # doctest: +SKIP
    >>> write_folder(parts, "report/")                                  # doctest: +SKIP
    """
    many: list[Any] = list(results) if isinstance(results, Sequence) else [results]
    for each in many:
        if isinstance(each, TrackResult | FollowedResult | PanopticResult | SemanticResult):
            raise ArgumentError(
                f"results: the page of {protocol_value(each.protocol).title} is one file, not a folder. "
                "Fix: name a file, such as report.html."
            )
    sides = _sides(many, replicates, diagnoses)
    return PageParts(
        Material(
            sides=sides,
            words=words,
            left_out=_left_out(many),
            gates=gates,
            command=command,
            replicates=replicates,
            images=None if images is None else Path(images),
            most_images=len(sides[0].result.state.images),
            comparison=comparison,
        )
    )


def _sides(results: Sequence[Result], replicates: int, diagnoses: Sequence[Diagnosis]) -> list[Side]:
    _refuse(results)
    known = {id(each.result): each for each in diagnoses}
    return [
        Side.of(result, known.get(id(result)), replicates=replicates) for result in results[:_MOST_RESULTS]
    ]


@refuses_other_kinds
def write_page(
    results: Result | TrackResult | Sequence[Any], path: str | Path, **options: Any
) -> WrittenPage:
    """Write the page of `to_page`, with its `options`, to a file or as a folder: whole, or not at all.

    A folder holds all images rather than the few hundred that are most wrong, and needs no server: its
    document ``index.html`` opens from disk, and loads parts of the data and pictures when they are looked at.

    Parameters
    ----------
    results : Result or sequence of Result
        As in `to_page`.
    path : path
        Replaced where it exists. A path that ends in ``/``, or a folder that is empty or holds such a page,
        gets a folder.
    **options
        Of `to_page`; of a folder without `most_images` and `most_bytes`.

    Returns
    -------
    WrittenPage
        The path of the page, or of the document in its folder; a notebook shows a link to the page, and the
        page below it.

    Raises
    ------
    MissingExtraError, ArgumentError
        As `to_page`; also where results of tracks should become a folder.
    InputError
        The folder holds something else (E-445).
    OSError
        The page cannot be written; the message names the file.

    Examples
    --------
    >>> write_page(result, "report.html", images="pictures")            # doctest: +SKIP
    >>> write_page(result, "report/", images="pictures")                # doctest: +SKIP
    """
    if names_folder(path):
        for name in _ONLY_OF_A_FILE & options.keys():
            raise ArgumentError(f"{name}: a folder holds all images. Fix: leave {name} out.")
        return WrittenPage(write_folder(page_parts(results, **options), path))
    data = to_page(results, **options).encode("utf-8", "backslashreplace")
    with whole_file(path) as stream:
        stream.write(data)
    return WrittenPage(path)


def _left_out(results: Sequence[Result]) -> list[str]:
    names = [
        f"{letter(place)} ({result.predictions.source.shown})"
        for place, result in enumerate(results)
        if place >= _MOST_RESULTS
    ]
    if not names:
        return []
    return [f"Not shown here: {', '.join(names)}; a page holds {_MOST_RESULTS} sets of predictions."]


def _refuse(results: Sequence[Result]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: give at least one result.")
    if any(not result.per_class for result in results):
        listed = all(len(result.state.truths) for result in results)
        fix = "evaluate without class_agnostic (--class-agnostic)" if listed else "list classes in the truth"
        raise ArgumentError(f"results: a page needs classes. Fix: {fix}.")
    if not all(_is_same(result.truth, results[0].truth) for result in results[1:]):
        raise ArgumentError("results: they are of different truths. Fix: read the truth once, for all.")


def _is_same(truth: Truth, other: Truth) -> bool:
    """Whether it is one truth, be it read once for each geometry."""
    if truth is other:
        return True
    return (
        truth.source.name == other.source.name
        and truth.images.ids.tolist() == other.images.ids.tolist()
        and np.array_equal(truth.boxes, other.boxes)
    )
