"""The report page of trackers that follow one object through each sequence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from truebox import _native
from truebox.errors import ArgumentError
from truebox.evaluation import protocol_value
from truebox.evaluation.metric_texts import metric_text
from truebox.report.blocks.letters import letter, short_names
from truebox.report.page.assembly import PageKind, assembled

if TYPE_CHECKING:
    from truebox.evaluation import FollowedResult

__all__ = ["FOLLOWED", "FollowedMaterial", "followed_page"]

FOLLOWED = PageKind(
    home="truebox.report.page.followed",
    scripts=("elements.js", "values.js", "following.js"),
    plotly=False,
)

_MOST_RESULTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedMaterial:
    """What the sections of the page are made from.

    Parameters
    ----------
    results : sequence of FollowedResult
        Of one truth.
    words, left_out : sequence of str
        Sentences for the top.
    gates : sequence of mapping
        As in `truebox.report.to_page`.
    command : str
        What to run for the same page.
    """

    results: Sequence[FollowedResult]
    words: Sequence[str] = ()
    left_out: Sequence[str] = ()
    gates: Sequence[Mapping[str, Any]] = ()
    command: str = ""


def followed_page(
    results: Sequence[FollowedResult],
    *,
    words: Sequence[str] = (),
    gates: Sequence[Mapping[str, Any]] = (),
    command: str = "",
) -> str:
    r"""Return one tracker, or up to eight of one truth, as an HTML page that needs nothing but a browser.

    Parameters
    ----------
    results : sequence of FollowedResult
        Of one truth and one protocol.
    words, gates, command
        As in `truebox.report.to_page`.

    Raises
    ------
    ArgumentError
        There are no results, or results of different truths or protocols.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for file in ("otb/walk/groundtruth_rect.txt", "mine/walk.txt"):
    ...         Path(folder, file).parent.mkdir(parents=True)
    ...         _ = Path(folder, file).write_text("10,10,20,40\n12,10,20,40\n")
    ...     result = evaluate(f"{folder}/otb", f"{folder}/mine", protocol="otb")
    >>> followed_page([result])[:15]
    '<!doctype html>'
    """
    _refuse(results)
    shown = results[:_MOST_RESULTS]
    material = FollowedMaterial(
        results=shown, words=words, left_out=_left_out(results), gates=gates, command=command
    )
    short = short_names(shown)
    first = shown[0]
    data: dict[str, Any] = {
        "protocol": {
            "name": first.protocol,
            "mode": first.mode,
            "title": protocol_value(first.protocol).title,
        },
        "truth": first.truth.source.name,
        "version": _native.__version__,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "main": first.columns[0],
        "metrics": list(first.metrics),
        "texts": {key: metric_text(key) for key in first.metrics},
        "pooled": first.pooled,
        "frames": first.length,
        "sequences": [each.name for each in first.per_sequence],
        "results": [
            {"letter": short[place], "source": each.predictions.source.shown}
            for place, each in enumerate(shown)
        ],
    }
    for section in FOLLOWED.sections:
        data |= section.of_page(material) if section.of_page else {}
        for own, result in zip(data["results"], shown, strict=True):
            own.update(section.of_side(result) if section.of_side else {})
    return assembled(data, FOLLOWED)


def _left_out(results: Sequence[FollowedResult]) -> list[str]:
    names = [
        f"{letter(place)} ({result.predictions.source.shown})"
        for place, result in enumerate(results)
        if place >= _MOST_RESULTS
    ]
    return [f"Not shown here: {', '.join(names)}; a page holds {_MOST_RESULTS} trackers."] if names else []


def _refuse(results: Sequence[FollowedResult]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: give at least one result.")
    first = results[0]
    for other in results[1:]:
        names = [[each.name for each in result.per_sequence] for result in (first, other)]
        if names[0] != names[1] or first.protocol != other.protocol:
            raise ArgumentError(
                "results: they are of different truths or protocols. Fix: evaluate all on the same sequences."
            )
