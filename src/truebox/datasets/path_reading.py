"""A file or folder, to records: its format is found, and what was said of it is applied."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from truebox._kinds import refuses_other_kinds
from truebox._writing.nearest import did_you_mean
from truebox._writing.saying import say
from truebox.datasets import joining, registry
from truebox.datasets.columns.box_reading import as_reading, read_again_as
from truebox.datasets.formats.coco.format import FORMAT as COCO
from truebox.datasets.formats.coco.head import path_looks_like_coco
from truebox.datasets.joining.adjusting import adjusted, shapes_said
from truebox.datasets.joining.class_numbers import with_class_numbers_said
from truebox.datasets.joining.joining import join
from truebox.datasets.joining.one_class import of_one_class
from truebox.datasets.joining.predicted_classes import predicted_only
from truebox.datasets.joining.sizing import in_pixels, with_picture_sizes_found
from truebox.datasets.joining.unlisted import without_unknown_names, without_unlisted
from truebox.datasets.options import ReadOptions
from truebox.datasets.place import listed_once
from truebox.datasets.row_errors import RowErrors
from truebox.datasets.splitting.splits import ALL_SPLITS, SeveralSplitsError
from truebox.errors import ArgumentError, InputError
from truebox.records import Predictions, Source, Truth
from truebox.typing import ANGLE_READINGS, ROTATED, Geometry

if TYPE_CHECKING:
    from truebox.datasets.format import Format, Role

__all__ = [
    "chosen_format",
    "options_said",
    "read_predictions_path",
    "read_truth_path",
    "refuse_bytes",
    "refuse_idle",
    "refuse_idle_layout",
    "refuse_unheeded",
    "states_its_boxes",
    "unused_pictures",
]

_HEEDED = ("box_format", "classes", "columns", "pixel_origin", "task")
"""What only some formats heed; all else is done to the rows of any."""

_OF_FILES = ("format", "images", "split")
"""What says something of files and folders alone."""

_ARGUMENTS = {field.name for field in fields(ReadOptions)} - {"errors", "angles"}

_GEOMETRIES: tuple[Geometry, ...] = get_args(Geometry)

_OF_ONE_SIDE = ("box_format", "pixel_origin")
"""What a flag of its own says of the truth."""


@refuses_other_kinds
def options_said(*, lenient: bool = False, **said: Any) -> ReadOptions:
    """What the arguments of `read_truth` and `read_predictions` say, but for ``format``.

    Examples
    --------
    >>> options_said(box_format="degrees").angles, options_said(box_format="coco").box_format
    ('degrees', 'xywh')
    """
    for name in sorted(said.keys() - _ARGUMENTS):
        raise ArgumentError(f"no argument {name!r}.{did_you_mean(name, sorted(_ARGUMENTS))}")
    known = {name: value for name, value in said.items() if value is not None}
    geometry = known.get("geometry", "boxes")
    if geometry not in _GEOMETRIES:
        listed = ", ".join(map(repr, sorted(_GEOMETRIES)))
        hint = did_you_mean(geometry, _GEOMETRIES)
        raise ArgumentError(f"geometry: {geometry!r} is unknown.{hint} Fix: pass one of {listed}.")
    layout = known.pop("box_format", None)
    if layout is not None:  # of four numbers, or of the angle of rotated boxes
        known |= {"angles": layout} if layout in ANGLE_READINGS else {"box_format": as_reading(layout)}
    if "images" in known:
        known["images"] = Path(os.fsdecode(known["images"]))
    if "classes" in known:
        known["classes"] = tuple(known["classes"])
    return ReadOptions(errors=RowErrors(lenient=lenient), **known)


def refuse_bytes(source: Any, name: str) -> None:
    """Refuse bytes in the place of a path or of data: they may be meant as either.

    Examples
    --------
    >>> refuse_bytes(b"truth.json", "truth")
    Traceback (most recent call last):
    truebox.errors.ArgumentError: truth is bytes. Fix: of a path pass os.fsdecode(truth), of JSON what \
json.loads makes of it.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        raise ArgumentError(
            f"{name} is bytes. Fix: of a path pass os.fsdecode({name}), of JSON what json.loads makes of it."
        )


def chosen_format(
    path: Path, role: Role, format: str | None, split: str | None = None, beside: str | None = None
) -> tuple[Path, Format, str]:
    """What to read, its format and, where it is not plainly COCO, what it was recognised by.

    `beside` is the format of the truth, where that of predictions may be open.
    """
    if format is not None:
        return path, registry.format_named(format, role), ""
    if path_looks_like_coco(path, role):
        return path, COCO, ""
    source, found, evidence = registry.find_source(path, role, split, beside=beside)
    return source, found, evidence.text


def states_its_boxes(source: Any) -> bool:
    """Whether a truth says itself how four numbers make a box: COCO does, arrays and tables do not.

    Examples
    --------
    >>> states_its_boxes({"images": [], "annotations": [], "categories": []}), states_its_boxes([])
    (True, False)
    """
    if isinstance(source, (str, os.PathLike)):
        return chosen_format(Path(source), "truth", None)[1].boxes != "open"
    return isinstance(source, Mapping) and isinstance(source.get("annotations"), (list, tuple))


@listed_once()
def read_truth_path(path: Path, options: ReadOptions, format: str | None = None) -> Truth:
    """Records of a file or folder; COCO is recognised first, by its first bytes."""
    given = path
    path, chosen, evidence = chosen_format(path, "truth", format, options.split)
    if path == given:  # else it is the file of one split already
        path, options = _of_one_split(path, chosen, options)
    assert chosen.read_truth is not None  # or it would not have been chosen
    read = chosen.read_truth(path, options)
    truth = replace(read, source=_said(read.source, chosen, options, evidence))
    truth = with_picture_sizes_found(truth, options)
    if options.box_format is not None and chosen.boxes != "open":
        truth = read_again_as(truth, options.box_format, chosen.boxes)
    if truth.units == "pixels":
        return truth
    return in_pixels(truth)


@listed_once()
def read_predictions_path(path: Path, options: ReadOptions, format: str | None = None) -> Predictions:
    """Records of a file or folder, joined to the truth where the options name it."""
    try:
        return _predictions_of_path(path, options, format)
    except InputError as error:
        if error.code != "E-423" or options.truth is None:
            raise

        def read_as(layout: str) -> Predictions:
            trial = replace(options, box_format=layout, errors=RowErrors(lenient=True))
            return _predictions_of_path(path, trial, format)

        raise joining.tried_on_truth(error, options.truth, read_as) from None


def _predictions_of_path(path: Path, options: ReadOptions, format: str | None) -> Predictions:
    beside = None if options.truth is None else options.truth.source.format
    path, chosen, evidence = chosen_format(path, "predictions", format, beside=beside)
    assert chosen.read_predictions is not None  # as above
    read = chosen.read_predictions(path, options)
    found = of_one_class(replace(read, source=_said(read.source, chosen, options, evidence)), options)
    if options.box_format is not None and chosen.boxes != "open":
        found = read_again_as(found, options.box_format, chosen.boxes)
    if options.truth is None:
        return found
    if options.class_ids is None:
        found = with_class_numbers_said(options.truth, found)
    mended = options.class_ids is not None or options.letterbox is not None
    if found.category_by == "name" and not mended and predicted_only(options.truth, found):
        return found  # the evaluation adds these classes to the truth, and joins then
    found = without_unknown_names(options.truth, found, options.errors)
    joined = adjusted(options.truth, join(options.truth, found), options)
    return without_unlisted(options.truth, joined, options.errors)


@refuses_other_kinds
def refuse_unheeded(
    found: Sequence[Source],
    said: Mapping[str, Any],
    truth: Source | None = None,
    of_truth: Mapping[str, Any] | None = None,
    geometry: Geometry = "boxes",
) -> None:
    """Refuse what was said of files none of which heeds it: it would change nothing.

    Parameters
    ----------
    found : sequence of Source
        Of the predictions; of all files where there is but one side.
    said : mapping
        What was said of them, as `truebox.read_predictions` takes it.
    truth : Source, optional
        Of the truth.
    of_truth : mapping, optional
        What was said of it. The same said of both sides is enough where one heeds it.
    geometry : str
        What is evaluated: the layout of boxes says nothing of masks, of detected keypoints and of corners.

    Raises
    ------
    ArgumentError
        The first such option is named.

    Examples
    --------
    >>> from truebox.records import Source
    >>> labels = Source("labels", "yolo", "YOLO labels")
    >>> results = Source("found.json", "coco", "COCO results")
    >>> names = {"classes": ("cat", "dog")}
    >>> refuse_unheeded([results], names, labels, names)
    >>> refuse_unheeded([results], names, results, names)
    Traceback (most recent call last):
    truebox.errors.ArgumentError: classes= has no meaning for COCO results. Fix: leave it out.
    """
    of_truth = of_truth or {}
    for name in _HEEDED:
        ours, theirs = said.get(name), of_truth.get(name)
        true = [] if truth is None else [truth]
        sides = [(ours, found, ""), (theirs, true, "truth-")]
        if ours == theirs and name != "box_format":  # which either flag says of its own side
            sides = [(ours, [*true, *found], "")]
        for value, sources, side in sides:
            flag = f"--{side if name in _OF_ONE_SIDE else ''}{name.replace('_', '-')}"
            titles = " and ".join(dict.fromkeys(source.description for source in sources))
            if value is not None and sources and not any(_heeds(source, name, value) for source in sources):
                raise ArgumentError(f"{flag} has no meaning for {titles}. Fix: leave it out.")
            if name == "box_format" and value is not None and _is_idle(value, sources, geometry, side):
                raise ArgumentError(
                    f"{flag} {value} has no meaning for the {shapes_said(geometry)} of {titles}. "
                    "Fix: leave it out, or evaluate with --geometry boxes."
                )


def refuse_idle(given: Any, found: Source, said: Mapping[str, Any], role: Role) -> None:
    """Refuse what was said of one side, read by itself, that it does not heed.

    Parameters
    ----------
    given : path, data or records
        What was read.
    found : Source
        Of what was read.
    said : mapping
        What was said of it, as `truebox.read_truth` takes it.
    role : str
        Which side it is.

    Raises
    ------
    ArgumentError
        The first such option is named.

    Examples
    --------
    >>> arrays = Source("<truth>", "arrays", "arrays per image")
    >>> refuse_idle([], arrays, {"geometry": "boxes", "box_format": "xywh"}, "truth")
    >>> refuse_idle([], arrays, {"geometry": "boxes", "pixel_origin": 1}, "truth")
    Traceback (most recent call last):
    truebox.errors.ArgumentError: pixel_origin= has no meaning for arrays per image. Fix: leave it out.
    """
    geometry, layout = said["geometry"], said.get("box_format")
    if layout in ANGLE_READINGS and geometry not in ROTATED:
        evaluated = shapes_said(geometry)
        raise ArgumentError(f"--box-format {layout} goes with --geometry rotated, and {evaluated} are read.")
    if isinstance(given, (str, os.PathLike)):
        sides = ([], {}, found, said) if role == "truth" else ([found], said, None, {})
        refuse_unheeded(*sides, geometry)
        return
    heeded = _heeded_in_memory(given, found, role)
    for name in (*_HEEDED, *_OF_FILES):
        if said.get(name) is not None and name not in heeded:
            titled = "records that were read before" if _is_records(given) else found.description
            raise ArgumentError(f"{name}= has no meaning for {titled}. Fix: leave it out.")


@refuses_other_kinds
def refuse_idle_layout(
    truth: Any, predictions: Any, sources: tuple[Source, Source], *, box_format: str, geometry: Geometry
) -> None:
    """Refuse a ``box_format`` of a pair that neither side heeds.

    Parameters
    ----------
    truth, predictions : path, data or records
        What was read.
    sources : tuple of two Source
        Of what was read.
    box_format, geometry : str
        As said.

    Raises
    ------
    ArgumentError
        Both sides are records, or no file knows what to do with it.

    Examples
    --------
    >>> found = Source("<predictions>", "arrays", "arrays per image")
    >>> labels = Source("labels", "yolo", "YOLO labels")
    >>> refuse_idle_layout("labels", [], (labels, found), box_format="xywh", geometry="boxes")
    """
    said = {"geometry": geometry, "box_format": box_format}
    try:
        refuse_idle(predictions, sources[1], said, "predictions")
    except ArgumentError:
        angled = box_format in ANGLE_READINGS
        if angled and geometry not in ROTATED:
            raise
        if isinstance(truth, Truth):  # maybe read a moment ago, so its format alone tells
            form = registry.format_called(sources[0].format)
            if form is None or ("angles" in form.heeds if angled else form.boxes == "open"):
                return
            raise
        if not angled and states_its_boxes(truth):
            raise
        refuse_idle(truth, sources[0], said, "truth")


def _heeded_in_memory(given: Any, found: Source, role: Role) -> tuple[str, ...]:
    if _is_records(given):
        return ()
    form = registry.format_called(found.format)
    if form is None:
        return () if found.format == "objects" else ("box_format",)
    return ("box_format", *form.heeds, *(() if form is COCO and role == "predictions" else ("images",)))


def _is_records(given: Any) -> bool:
    return isinstance(given, Truth | Predictions)


def _heeds(source: Source, name: str, value: Any) -> bool:
    form = registry.format_called(source.format)
    return form is None or ("angles" if value in ANGLE_READINGS else name) in form.heeds


def _is_idle(layout: str, sources: Sequence[Source], geometry: Geometry, side: str) -> bool:
    """Whether the layout of four numbers says nothing of what is evaluated.

    Not where a format leaves it open: its reader may want it, whatever it reads besides. The boxes of true
    keypoints say how large their object is.
    """
    forms = [registry.format_called(source.format) for source in sources]
    if layout in ANGLE_READINGS or not all(form is not None and form.boxes != "open" for form in forms):
        return False
    return geometry != "boxes" and (geometry != "keypoints" or not side)


def _said(source: Source, chosen: Format, options: ReadOptions, evidence: str) -> Source:
    native = source.boxes if chosen.boxes == "open" else chosen.boxes
    return replace(source, evidence=evidence, boxes=options.box_format or native)


def _of_one_split(path: Path, chosen: Format, options: ReadOptions) -> tuple[Path, ReadOptions]:
    """The path of the split that is asked for or stated, and the options that name it (E-415, E-416)."""
    splits = registry.splits_of_format(chosen, path)
    if splits is None:
        if options.split in (None, ALL_SPLITS):
            return path, replace(options, split=None)
        fix = "leave --split out, or name the folder that holds the splits"
        raise InputError("E-416", str(path), f"there are no splits, so no {say(options.split)}", fix)
    if options.split is None and not splits.stated:
        raise SeveralSplitsError(splits)
    name = splits.stated if options.split is None else splits.named(options.split)
    return splits.paths.get(name, path), replace(options, split=None if name == ALL_SPLITS else name)


@refuses_other_kinds
def unused_pictures(truth: Truth, images: Any) -> str | None:
    """Why reading `truth` took no size out of the folder `images`; None where it did, or may have.

    Of a COCO truth, which says sizes itself: readers of other formats look into the folder as they read.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = {"images": [{"id": 1, "width": 9, "height": 9}], "annotations": [], "categories": []}
    >>> unused_pictures(tb.read_truth(truth), "pictures")
    'the truth says the size of every image'
    """
    if images is None or truth.source.format != COCO.name or truth.source.pictures is not None:
        return None
    if (truth.images.sizes > 0).all():
        return "the truth says the size of every image"
    return "not every image has its picture there"
