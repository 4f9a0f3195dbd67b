"""The report page of panoptic segments and of label maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox._writing.counted import grouped
from truebox.errors import ArgumentError
from truebox.evaluation import PanopticResult
from truebox.report.page.assembly import PageKind, assembled
from truebox.report.page.maps.material import MapSide
from truebox.report.page.unscored.material import MOST_RESULTS, UnscoredMaterial, data_of_page, said_left_out

if TYPE_CHECKING:
    from truebox.evaluation import SemanticResult

__all__ = ["MAPS", "map_page"]

MAPS = PageKind(
    home="truebox.report.page.maps",
    shared="truebox.report.page.unscored",
    scripts=("elements.js", "values.js", "following.js"),
    plotly=False,
)

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
    shown = results[:MOST_RESULTS]
    pictures = max(3, _PICTURES // len(shown))
    material = UnscoredMaterial(
        sides=[MapSide(result, replicates, pictures) for result in shown],
        words=words,
        left_out=said_left_out(results, "results"),
        gates=gates,
        command=command,
    )
    first, layout = shown[0], shown[0].layout
    segments = isinstance(first, PanopticResult)
    images, classes = [str(each) for each in _images(first)], [each.name for each in first.per_class]
    own = {
        "of_class": list(layout.metrics),
        "columns": [[each.title, each.key] for each in layout.columns if each.title],
        "of_image": list(_OF_SEGMENTS if segments else _OF_PIXELS),
        "unit": "segment" if segments else "pixel",
        "images": images,
        "classes": classes,
    }
    about = [grouped(len(images), "image"), grouped(len(classes), "class", "classes")]
    return assembled(data_of_page(MAPS, material, about, own), MAPS)


def _images(result: PanopticResult | SemanticResult) -> Sequence[int | str]:
    return result.state.images if isinstance(result, PanopticResult) else result.image_names


def _refuse(results: Sequence[PanopticResult | SemanticResult]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: give at least one result.")
    first = results[0]
    for other in results[1:]:
        if other.protocol != first.protocol or tuple(_images(other)) != tuple(_images(first)):
            raise ArgumentError(
                "results: they are of different truths or protocols. Fix: evaluate all on the same images."
            )
