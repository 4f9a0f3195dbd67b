"""Tables of Argoverse 2 as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.box_reading import ground_boxes
from truebox.datasets.formats.argoverse2.cuboids import Cuboids, cuboids_of_columns, cuboids_of_file
from truebox.datasets.formats.argoverse2.format import ANNOTATIONS, CLASSES, FORMAT, OTHERS
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.datasets.options import ReadOptions

__all__ = ["predictions_of", "read_predictions", "read_truth", "truth_of"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    files = _annotations(path) if path.is_dir() else [path]
    cuboids = Cuboids.joined([cuboids_of_file(each, options, "truth") for each in files])
    sweeps = [sweep for file in files if path.is_dir() for sweep in _sweeps(file.parent)]
    return _truth(cuboids, sweeps, Source(str(path), FORMAT.name, FORMAT.title, path), options)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return _predictions(cuboids_of_file(path, options, "predictions"), source, options)


def truth_of(parsed: Mapping[str, Any], options: ReadOptions) -> Truth:
    """Records of columns in memory, as a table has them."""
    source = Source("<truth>", FORMAT.name, f"{FORMAT.title} data")
    return _truth(cuboids_of_columns(parsed, source.name, options, "truth"), [], source, options)


def predictions_of(parsed: Mapping[str, Any], options: ReadOptions) -> Predictions:
    """Records of columns in memory, as a table has them."""
    source = Source("<predictions>", FORMAT.name, f"{FORMAT.title} data")
    return _predictions(cuboids_of_columns(parsed, source.name, options, "predictions"), source, options)


def _annotations(folder: Path) -> list[Path]:
    """The tables of a log, of a split, or of the splits."""
    for pattern in (ANNOTATIONS, f"*/{ANNOTATIONS}"):
        found = sorted(folder.glob(pattern))
        if found:
            return found
    return []


def _sweeps(log: Path) -> list[tuple[str, int]]:
    """The sweeps of a log, those without objects too, where they lie beside its annotations."""
    names = (each.stem for each in (log / "sensors" / "lidar").glob("*.feather"))
    return [(log.name, int(name)) for name in names if name.isdecimal()]


def _truth(
    cuboids: Cuboids, sweeps: Sequence[tuple[str, int]], source: Source, options: ReadOptions
) -> Truth:
    listed = sorted({*cuboids.sweeps, *sweeps})
    place = {sweep: k for k, sweep in enumerate(listed)}
    of_sweep = np.array([place[each] for each in cuboids.sweeps], dtype=np.int64)
    known = (*CLASSES, *OTHERS)
    names = (*known, *sorted(set(cuboids.classes) - set(known)))
    number = {name: k for k, name in enumerate(names, start=1)}
    classes = np.array([number[name] for name in cuboids.classes], dtype=np.int64)
    count, extents = len(cuboids), ground_boxes(cuboids.columns)
    return Truth(
        source=source,
        images=Images(
            ids=Ids(np.arange(len(listed), dtype=np.int64), _names(listed)),
            sizes=np.zeros((len(listed), 2), dtype=np.int64),
            file_names=Strings.of([""] * len(listed)),
        ),
        categories=Categories(
            ids=Ids(np.arange(1, len(names) + 1, dtype=np.int64)), names=names, numbered=False
        ),
        image=Ids(of_sweep[cuboids.sweep], _names(listed)),
        category=Ids(classes[cuboids.category]),
        ids=Ids(np.arange(1, count + 1, dtype=np.int64)),
        boxes=extents,
        area=extents[:, 2] * extents[:, 3],
        crowd=np.zeros(count, dtype=np.uint8),
        ignore=np.zeros(count, dtype=np.uint8),
        findings=options.errors.findings(),
        attributes=dict(cuboids.columns),
    )


def _predictions(cuboids: Cuboids, source: Source, options: ReadOptions) -> Predictions:
    assert cuboids.scores is not None  # asked for with the role
    return Predictions(
        source=source,
        image=Ids(cuboids.sweep, _names(cuboids.sweeps)),
        category=Ids(cuboids.category, cuboids.classes),
        boxes=ground_boxes(cuboids.columns),
        scores=cuboids.scores,
        findings=options.errors.findings(),
        category_by="name",
        attributes=dict(cuboids.columns),
    )


def _names(sweeps: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(f"{log}/{time}" for log, time in sweeps)
