"""Outlines and points of CAMELYON16 as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.values import given_columns
from truebox.datasets.formats.camelyon16.format import CORNERS, FORMAT, LABELS, POINTS
from truebox.datasets.formats.camelyon16.regions import (
    PIXEL,
    Region,
    regions_of_labels,
    regions_of_outlines,
)
from truebox.datasets.formats.camelyon16.sources import (
    Points,
    corners_of_columns,
    outlines_of_xml,
    points_of_columns,
    points_of_file,
    reference_slides,
    table_columns,
)
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.errors import InputError
from truebox.records import Categories, Finding, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.datasets.options import ReadOptions

__all__ = ["predictions_of", "read_predictions", "read_truth", "truth_of"]

_CLASS, _REFERENCE = "metastasis", "reference.csv"


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Of a folder of ASAP annotations, of one of these, or of a table of corners."""
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if not path.is_dir() and path.suffix.lower() != ".xml":
        outlines = corners_of_columns(*table_columns(path, CORNERS, options), options)
        return _truth({s: regions_of_outlines(*each) for s, each in outlines.items()}, source, options)
    files = sorted(path.glob("**/*.xml")) if path.is_dir() else [path]
    if not files:
        problem = "its masks are TIFF pyramids, which are not read"
        fix = "give the folder of XML annotations they were made from, or a table slide, lesion, x, y"
        raise InputError("E-482", str(path), problem, fix)
    regions = {file.stem: regions_of_outlines(*outlines_of_xml(file, options)) for file in files}
    folder = path if path.is_dir() else path.parent
    lists = [each / _REFERENCE for each in (folder, folder.parent) if (each / _REFERENCE).is_file()]
    if lists:
        return _truth({name: [] for name in reference_slides(lists[0])} | regions, source, options)
    text = f"no {_REFERENCE} lies in or beside {path}: slides without an annotation are not known"
    return _truth(regions, source, options, (Finding("W-313", text, 0),))


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Of a folder with a file for each slide, or of a table."""
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if not path.is_dir():
        points = points_of_columns(*table_columns(path, POINTS, options), options)
        return _predictions(points, source, options)
    slides, rows = [], []
    files = sorted(path.glob("*.csv"))
    for file in files:
        of_slide = points_of_file(file, options)
        rows += of_slide
        slides += [file.stem] * len(of_slide)
    numbers = np.array(rows, dtype=np.float64).reshape(-1, 3)
    names = tuple(file.stem for file in files)
    return _predictions(Points(slides, numbers[:, 0], numbers[:, 1:], names), source, options)


def truth_of(parsed: Mapping[str, Any], options: ReadOptions) -> Truth:
    """Records of columns of corners, or of label images of level 5 by slide: None for one without tumour."""
    source = Source("<truth>", FORMAT.name, f"{FORMAT.title} data")
    if LABELS in parsed:
        regions = {
            str(slide): [] if image is None else regions_of_labels(_label_image(image, str(slide)))
            for slide, image in parsed[LABELS].items()
        }
    else:
        _refuse_missing(parsed, CORNERS, source.name)
        columns = given_columns(parsed, CORNERS, source.name)
        outlines = corners_of_columns(columns, "<truth> row {}".format, options)
        regions = {slide: regions_of_outlines(*each) for slide, each in outlines.items()}
    return _truth(regions, source, options)


def predictions_of(parsed: Mapping[str, Any], options: ReadOptions) -> Predictions:
    """Records of columns in memory, as a table has them."""
    source = Source("<predictions>", FORMAT.name, f"{FORMAT.title} data")
    _refuse_missing(parsed, POINTS, source.name)
    columns = given_columns(parsed, POINTS, source.name)
    return _predictions(points_of_columns(columns, "<predictions> row {}".format, options), source, options)


def _refuse_missing(parsed: Mapping[str, Any], wanted: Sequence[str], place: str) -> None:
    missing = [name for name in wanted if name not in parsed]
    if missing:
        fix = f"give the columns {', '.join(wanted)}"
        raise InputError("E-420", place, f"no column {', '.join(missing)}", fix)


def _label_image(image: Any, slide: str) -> Any:
    found = np.asarray(image)
    if found.ndim != 2 or found.dtype.kind not in "iub" or (found.size and found.min() < 0):
        what = f"an array of {found.dtype} with the shape {found.shape}"
        raise InputError(
            "E-440", f"<truth>[{slide!r}]", what, "give whole numbers from 0 on, [height, width]"
        )
    return found


def _truth(
    regions: Mapping[str, list[Region]],
    source: Source,
    options: ReadOptions,
    findings: tuple[Finding, ...] = (),
) -> Truth:
    names = tuple(regions)
    held = [(place, each) for place, name in enumerate(names) for each in regions[name]]
    boxes = np.array([each.box for _, each in held], dtype=np.float64).reshape(-1, 4)
    masks = np.empty(len(held), dtype=object)
    masks[:] = [_runs(each) for _, each in held]
    return Truth(
        source=source,
        images=Images(
            ids=Ids(np.arange(len(names), dtype=np.int64), names),
            sizes=np.zeros((len(names), 2), dtype=np.int64),
            file_names=Strings.of([""] * len(names)),
        ),
        categories=Categories(ids=Ids(np.array([1], dtype=np.int64)), names=(_CLASS,), numbered=False),
        image=Ids(np.array([place for place, _ in held], dtype=np.int64), names),
        category=Ids(np.ones(len(held), dtype=np.int64)),
        ids=Ids(np.arange(1, len(held) + 1, dtype=np.int64)),
        boxes=boxes,
        area=np.array([each.mask.sum() * PIXEL**2 for _, each in held], dtype=np.float64),
        crowd=np.zeros(len(held), dtype=np.uint8),
        ignore=np.array([each.isolated for _, each in held], dtype=np.uint8),
        findings=(*options.errors.findings(), *findings),
        attributes={"region": masks},
    )


def _runs(region: Region) -> str:
    """The runs of a cut-out along its rows, as text: of background first."""
    flat = np.concatenate([[False], region.mask.ravel()])
    edges = np.flatnonzero(flat[1:] != flat[:-1])
    return " ".join(map(str, np.diff(np.concatenate([[0], edges, [region.mask.size]])).tolist()))


def _predictions(points: Points, source: Source, options: ReadOptions) -> Predictions:
    names = points.slides or tuple(dict.fromkeys(points.slide))
    place = {name: k for k, name in enumerate(names)}
    return Predictions(
        source=source,
        image=Ids(np.array([place[name] for name in points.slide], dtype=np.int64), names),
        category=Ids(np.zeros(len(points.slide), dtype=np.int64), (_CLASS,)),
        boxes=np.concatenate([points.place, np.zeros_like(points.place)], axis=1),
        scores=points.confidence,
        findings=options.errors.findings(),
        category_by="name",
        attributes={"x_slide": points.place[:, 0], "y_slide": points.place[:, 1]},
    )
