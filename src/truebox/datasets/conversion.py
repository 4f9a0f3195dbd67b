"""From one format to another: read, write, and say what the target cannot hold."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.cannot_write import telling_target
from truebox._writing.nearest import did_you_mean
from truebox.datasets import registry
from truebox.datasets.formats.coco.head import path_lacks, path_looks_like_coco
from truebox.datasets.outgoing.left_out import with_findings
from truebox.datasets.path_reading import refuse_unheeded, unused_pictures
from truebox.datasets.reading import predictions_as_said, truth_as_said
from truebox.errors import ArgumentError, InputError
from truebox.records import Finding, SegmentationKind, Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.format import Format, NotHeld, Role
    from truebox.records import Predictions
    from truebox.typing import Geometry

__all__ = ["Conversion", "convert"]

PathLike = str | os.PathLike[str]

_OF_BOTH = ("images", "lenient", "threads", "split")

# Endings that speak for one format; folders and all else need its name.
_BY_SUFFIX = {
    ".json": "coco",
    ".xml": "cvat",
    ".jsonl": "prodigy",
    ".npz": "npz",
    ".parquet": "table",
    ".csv": "table",
    ".tsv": "table",
    ".arrow": "table",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """What was written.

    Parameters
    ----------
    role : {"truth", "predictions"}
    read_as, written_as : str
        Titles of the two formats.
    images, rows : int
    losses : tuple of NotHeld
        What the target cannot hold, and of how many rows; empty where nothing is lost.
    findings : tuple of Finding
        What was noticed while reading.
    notes : tuple of str
        What was said about the files and not used.
    """

    role: Role
    read_as: str
    written_as: str
    images: int
    rows: int
    losses: tuple[NotHeld, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


@refuses_other_kinds
def convert(
    source: PathLike,
    target: PathLike,
    *,
    to: str | None = None,
    truth: PathLike | Truth | None = None,
    role: Role | None = None,
    force: bool = False,
    format: str | None = None,
    truth_format: str | None = None,
    **reading: Any,
) -> Conversion:
    """Write annotations, or detections, in another format.

    Parameters
    ----------
    source : path
        A truth, or predictions, in any format that can be read.
    target : path
        A new file, or a new or empty folder, as the format wants it.
    to : str, optional
        The target's format; by default what the ending of `target` says.
    truth : path or Truth, optional
        What detections belong to: its names, ids and image sizes are written. Needed for predictions.
    role : {"truth", "predictions"}, optional
        What `source` holds; by default predictions where `truth` is given.
    force : bool
        Overwrite a file. A folder that holds anything is never overwritten.
    format, truth_format : str, optional
        The formats of `source` and of `truth`, instead of recognising them.
    **reading
        ``images``, ``classes``, ``box_format``, ``pixel_origin``, ``task``, ``lenient``, ``threads`` and
        ``split`` as in `read_truth`.

    Returns
    -------
    Conversion
        Names what the target cannot hold.

    Raises
    ------
    InputError
        The source is refused, or something stands at `target` (E-445).
    ArgumentError
        The target's format is unknown, or does not hold such data (E-454); or something is said of the source
        that its format does not heed.

    Examples
    --------
    >>> import tempfile
    >>> import truebox as tb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tb.datasets.write_coco_truth(
    ...         f"{folder}/truth.json", image_ids=[7], category_ids=[1], category_names=["cat"],
    ...         image=[7], category=[1], boxes=[[0, 0, 3, 2]], file_names=["7.jpg"],
    ...     )
    ...     done = tb.datasets.convert(f"{folder}/truth.json", f"{folder}/truth.xml")
    ...     done.written_as, done.rows, done.losses
    ('CVAT XML', 1, ())
    """
    if not os.fspath(target):
        raise ArgumentError("target: an empty name. Fix: name a file or a folder.")
    chosen: Role = role or ("truth" if truth is None else "predictions")
    writer = _target_format(Path(target), to, chosen)
    if chosen == "predictions" and truth is None:
        raise ArgumentError(
            "truth: predictions are written with the names and sizes of their truth (E-454). "
            "Fix: name it with truth=, on the command line --truth."
        )
    if chosen == "truth" and path_looks_like_coco(Path(source), "predictions"):
        raise ArgumentError(
            "truth: these are COCO results, which are written with the names of their truth (E-454). "
            "Fix: name it with truth=, on the command line --truth."
        )
    inputs = [Path(source), *([Path(truth)] if isinstance(truth, str | os.PathLike) else [])]
    with telling_target(target):
        _refuse_target(inputs, Path(target), force)
    if chosen == "truth":
        records = _with_shapes(truth_as_said, source, format=format, **reading)
        refuse_unheeded([records.source], reading)
        assert writer.write_truth is not None  # or it would not have been chosen
        losses = writer.write_truth(records, Path(target))
        true = records
    else:
        given = {name: value for name, value in reading.items() if name in _OF_BOTH}
        reading.pop("split", None)
        true = truth if isinstance(truth, Truth) else truth_as_said(truth, format=truth_format, **given)  # type: ignore[arg-type]
        records = _with_shapes(predictions_as_said, source, format=format, truth=true, **reading)
        refuse_unheeded([records.source], reading)
        assert writer.write_predictions is not None  # as above
        losses = writer.write_predictions(true, records, Path(target))
    unused = unused_pictures(true, reading.get("images"))
    return Conversion(
        role=chosen,
        read_as=records.source.description,
        written_as=writer.title,
        images=len(true.images),
        rows=len(records),
        losses=losses,
        findings=records.findings,
        notes=() if unused is None else (f"images: not used, {unused}",),
    )


def _with_shapes(read: Any, source: PathLike, **options: Any) -> Any:
    """Records with boxes, and beside them the masks and keypoints that there are."""
    try:
        records = read(source, **options)
    except InputError as error:
        if error.code != "E-120":
            raise
        records = read(source, geometry="masks", **options)  # results without boxes
    if records.source.boxes_alone:
        return records
    lacking = path_lacks(Path(source))
    if records.segmentations is None and "masks" not in lacking:
        shaped, refused = _read_for(read, source, "masks", options, len(records))
        if shaped is not None and shaped.segmentations is not None and shaped.segmentations.kinds.any():
            records = replace(records, segmentations=shaped.segmentations)
        records = with_findings(records, *refused)
    if "keypoints" in lacking:
        return records
    pointed, refused = _read_for(read, source, "keypoints", options, len(records))
    if pointed is not None and pointed.keypoints is not None and pointed.keypoints.points.any():
        records = replace(records, keypoints=pointed.keypoints)
    return with_findings(records, *refused)


def _read_for(
    read: Any, source: PathLike, geometry: Geometry, options: dict[str, Any], count: int
) -> tuple[Any, list[Finding]]:
    """The records with such shapes, or None and, unless there are just none, why not (W-444)."""
    try:
        found = read(source, geometry=geometry, **options)
        if found.segmentations is not None:
            _refuse_half_polygons(found)
    except InputError as error:
        if error.code == "E-167" and not options.get("lenient"):
            raise
        if geometry == "keypoints" and error.code in ("E-170", "E-442"):  # not in every row, or never
            return None, []
        return None, [Finding("W-444", f"{geometry} are left out: {error.problem}")]
    return (found if len(found) == count else None), []


def _refuse_half_polygons(records: Truth | Predictions) -> None:
    """Refuse polygons that have half a point or are none, as an evaluation does (E-167)."""
    held = records.segmentations
    assert held is not None  # the caller asked
    lengths = np.diff(held.part_offsets)
    rows = np.repeat(np.arange(len(held)), np.diff(held.row_offsets))
    bad = (held.kinds[rows] == SegmentationKind.POLYGONS) & ((lengths % 2 == 1) | (lengths < 6))
    if bad.any():
        part = int(bad.argmax())
        row = int(rows[part])
        place = f"{records.source.name} row {row} polygon {part - int(held.row_offsets[row])}"
        problem = f"the polygon has {int(lengths[part])} numbers, need x, y of at least three points"
        fix = "repair the polygon, or leave the masks out with --lenient"
        raise InputError("E-167", place, problem, fix, row=row)


def _target_format(target: Path, to: str | None, role: Role) -> Format:
    name = to.lower().replace("_", "-") if to is not None else _BY_SUFFIX.get(target.suffix.lower())
    found = None if name is None else registry.format_called(name)
    if found is not None and _writes(found, role):
        return found
    known = [name for name, each in registry.all_formats().items() if _writes(each, role)]
    listed = ", ".join(known)
    if to is not None:
        hint = did_you_mean(to, known)
        raise ArgumentError(
            f"to: {to!r} cannot be written for {role} (E-454).{hint} Fix: pass one of {listed}."
        )
    raise ArgumentError(
        f"to: {target.name!r} does not tell a format for {role} (E-454). Fix: pass one of {listed}."
    )


def _writes(form: Format, role: Role) -> bool:
    return (form.write_truth if role == "truth" else form.write_predictions) is not None


def _refuse_target(inputs: Sequence[Path], target: Path, force: bool) -> None:
    if str(target) == "-":  # stdout to eval; a file of this name is hardly meant
        problem = "nothing is written to stdout"
        raise InputError("E-445", "-", problem, "name a file or a folder")
    if not target.exists():
        if not target.parent.is_dir():
            problem = f"there is no folder {target.parent}"
            raise InputError("E-445", str(target), problem, "make the folder first")
        return
    for own, said in zip(inputs, ("source", "truth"), strict=False):
        if own.exists() and target.samefile(own):
            raise InputError("E-445", str(target), f"this is the {said} itself", "name another target")
    if target.is_dir():
        if any(target.iterdir()):
            problem = "there is already a folder that is not empty"
            raise InputError("E-445", str(target), problem, "name a new folder, or empty this one")
    elif not force:
        raise InputError("E-445", str(target), "there is already a file", "name a new one, or pass --force")
