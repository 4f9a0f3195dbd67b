"""The report page of panoptic segments and of label maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from truebox import _native
from truebox.errors import ArgumentError
from truebox.evaluation import PanopticResult, protocol_value
from truebox.evaluation.metric_texts import metric_text
from truebox.report.blocks.letters import letter, short_names
from truebox.report.page.assembly import PageKind, assembled
from truebox.report.page.maps.material import MapMaterial, MapSide

if TYPE_CHECKING:
    from truebox.evaluation import SemanticResult

__all__ = ["MAPS", "map_page"]

MAPS = PageKind(
    home="truebox.report.page.maps",
    scripts=("elements.js", "values.js", "following.js"),
    plotly=False,
)

_MOST_RESULTS = 8
_PICTURES = 24
_OF_SEGMENTS = ("Segments", "Missed", "Wrong")
_OF_PIXELS = ("Pixels", "Wrong")


def map_page(
    results: Sequence[PanopticResult | SemanticResult],
    *,
    words: Sequence[str] = (),
    gates: Sequence[Mapping[str, Any]] = (),
    command: str = "",
    replicates: int = 1000,
) -> str:
    """Return one result, or up to eight of one truth, as an HTML page that needs nothing but a browser.

    Parameters
    ----------
    results : sequence of PanopticResult or of SemanticResult
        Of one truth and one protocol.
    words, gates, command, replicates
        As in `truebox.report.to_page`.

    Raises
    ------
    ArgumentError
        There are no results, or results of different truths or protocols.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_panoptic
    >>> part = {"image_id": 1, "segmentation": [[4, 0]], "segments_info": [{"id": 4, "category_id": 1}]}
    >>> truth = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [part]}
    >>> map_page([evaluate_panoptic(truth, {"annotations": [part]})])[:15]
    '<!doctype html>'
    """
    _refuse(results)
    shown = results[:_MOST_RESULTS]
    pictures = max(3, _PICTURES // len(shown))
    material = MapMaterial(
        sides=[MapSide(result, replicates, pictures) for result in shown],
        words=words,
        left_out=_left_out(results),
        gates=gates,
        command=command,
    )
    first, layout = shown[0], shown[0].layout
    segments = isinstance(first, PanopticResult)
    short = short_names(shown)
    data: dict[str, Any] = {
        "protocol": {
            "name": first.protocol,
            "mode": first.mode,
            "title": protocol_value(first.protocol).title,
        },
        "truth": first.truth.source.name,
        "version": _native.__version__,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "main": layout.main,
        "metrics": list(first.metrics),
        "of_class": list(layout.metrics),
        "texts": {key: metric_text(key) for key in (*first.metrics, *layout.metrics)},
        "columns": [[each.title, each.key] for each in layout.columns if each.title],
        "of_image": list(_OF_SEGMENTS if segments else _OF_PIXELS),
        "unit": "segment" if segments else "pixel",
        "images": [str(each) for each in _images(first)],
        "classes": [each.name for each in first.per_class],
        "results": [
            {"letter": short[place], "source": each.predictions.source.shown}
            for place, each in enumerate(shown)
        ],
    }
    for section in MAPS.sections:
        data |= section.of_page(material) if section.of_page else {}
        for own, side in zip(data["results"], material.sides, strict=True):
            own.update(section.of_side(side) if section.of_side else {})
    return assembled(data, MAPS)


def _images(result: PanopticResult | SemanticResult) -> Sequence[int | str]:
    return result.state.images if isinstance(result, PanopticResult) else result.image_names


def _left_out(results: Sequence[PanopticResult | SemanticResult]) -> list[str]:
    names = [
        f"{letter(place)} ({result.predictions.source.shown})"
        for place, result in enumerate(results)
        if place >= _MOST_RESULTS
    ]
    return [f"Not shown here: {', '.join(names)}; a page holds {_MOST_RESULTS} results."] if names else []


def _refuse(results: Sequence[PanopticResult | SemanticResult]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: give at least one result.")
    first = results[0]
    for other in results[1:]:
        if other.protocol != first.protocol or tuple(_images(other)) != tuple(_images(first)):
            raise ArgumentError(
                "results: they are of different truths or protocols. Fix: evaluate all on the same images."
            )
