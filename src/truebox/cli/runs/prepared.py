"""Files made ready for an evaluation: read, and the evaluation bound to what the options say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from truebox import checking, datasets, evaluation, fitting, report
from truebox._lazily import deferred
from truebox._named import NamedTuple
from truebox.cli.options.geometry import choose_geometry
from truebox.cli.options.protocols import refuse_of_other_geometry, said_layouts
from truebox.cli.runs import read_ahead
from truebox.evaluation import detection
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_named
from truebox.report import blocks
from truebox.typing import ANGLE_READINGS, ROTATED

if TYPE_CHECKING:
    import click

    from truebox.datasets import PredictionPieces, TruthFrame
    from truebox.evaluation.any_result import AnyResult
    from truebox.records import Ids, Source, Truth
    from truebox.typing import Geometry, Mode
else:
    click = deferred("click")  # only what is refused needs it (15 ms)

__all__ = [
    "WAYS",
    "Prepared",
    "prepared_folders",
    "prepared_maps",
    "prepared_records",
    "prepared_sequences",
    "subset",
    "with_choice",
]

TrackReading: TypeAlias = "dict[str, Any]"
"""Sequences, rules, offset and scale of tracks."""

_ALL_AREAS = {"all": (0.0, 1e5**2)}  # as the reference bounds it


class Prepared(NamedTuple):
    """What is to be evaluated, and how.

    Parameters
    ----------
    found : list
        The predictions of each file.
    evaluated : callable
        Evaluates one of them.
    read : callable
        Reads further predictions, such as a baseline, as these were.
    why : str
        Why this geometry, where the files decided.
    truth : Source or None
        Of the records that all are evaluated against.
    """

    found: list[Any]
    evaluated: Callable[[Any], Any]
    read: Callable[[str], Any]
    why: str = ""
    truth: Source | None = None


def prepared_records(
    *,
    truth: str,
    predictions: Sequence[str],
    reading: tuple[dict[str, Any], dict[str, Any]],
    geometry: str | None,
    image_ids: Sequence[str] | None,
    categories: Sequence[str] | None,
    area_ranges: Sequence[tuple[str, tuple[float, float]]],
    threads: int | None,
    truth_maps: None = None,
    predictions_maps: Sequence[Path] = (),
    of_tracks: TrackReading | None = None,
    kinds: Sequence[str] = (),
    quiet: bool = True,
    **parameters: Any,
) -> Prepared:
    """Read truth and predictions into records; `parameters` go to `evaluate` as they are.

    `kinds` are those of the outputs; what tells of the run is loaded unless it is `quiet`.

    Several geometries, with commas between them, are read one after the other.
    """
    if "," in (geometry or ""):
        asked = {key: value for key, value in locals().items() if key not in ("geometry", "parameters")}
        several = (geometry or "").split(",")
        return _by_geometry(
            [
                prepared_records(
                    **_with_its_layout(asked, each, several), geometry=each, **_of_shape(parameters, each)
                )
                for each in several
            ]
        )
    chosen, why = choose_geometry(
        geometry,
        predictions,
        truth,
        reading[0].get("task"),
        protocol=parameters.get("protocol"),
        formats=(reading[0].get("format"), reading[1].get("format")),
    )
    if geometry is None:
        said = {"sigmas": parameters.get("sigmas"), **said_layouts(reading)}
        refuse_of_other_geometry(said, [chosen])
    pieces = _larger_than(
        parameters.get("max_memory"), predictions, {**reading[1], "geometry": chosen}, threads
    )
    frame = _frame_of_larger(parameters.get("max_memory"), truth, chosen, threads, reading)
    if pieces or frame is not None:
        true: Truth | None = frame  # a frame has no objects, so it is false
        if true is None:
            true = datasets.truth_as_said(truth, geometry=chosen, threads=threads, **reading[0])
        parameters |= _part(true, area_ranges, image_ids, categories) | {
            "geometry": chosen,
            "threads": threads,
        }
        evaluated = partial(evaluation.evaluate, true, **parameters)
        read_again = partial(datasets.predictions_as_said, threads=threads)
        if not pieces:  # the truth alone is larger
            how = {**reading[1], "geometry": chosen, "threads": threads}
            cut = [(path, datasets.prediction_pieces(Path(path), **how)) for path in predictions]
            held = [each or datasets.predictions_as_said(path, truth=true, **how) for path, each in cut]
            _refuse_unheeded(reading, true, held, chosen)
            return Prepared(held, evaluated, read_again, why)
        _refuse_unheeded(reading, true, pieces, chosen)
        return Prepared(pieces, evaluated, read_again, why)
    started = read_ahead.take(truth, predictions, threads, chosen, reading)
    evaluate = evaluation.evaluate  # NumPy and what needs it load while the files are read
    _load_what_follows(parameters.get("protocol"), chosen, kinds, quiet=quiet)
    started.get_ready()
    true, found = started.result()
    _refuse_unheeded(reading, true, found, chosen)
    parameters |= _part(true, area_ranges, image_ids, categories)
    parameters |= {"geometry": chosen, "threads": threads}
    if "lenient" in reading[1]:
        parameters["lenient"] = True

    def read(path: str) -> Any:
        return datasets.predictions_as_said(path, geometry=chosen, threads=threads, **reading[1])

    return Prepared(found, lambda records: evaluate(true, records, **parameters), read, why, true.source)


def _refuse_unheeded(
    reading: tuple[Mapping[str, Any], Mapping[str, Any]],
    truth: Truth,
    found: Sequence[Any],
    geometry: Geometry,
) -> None:
    if any(reading):  # else nothing was said
        sources = [each.source for each in found]
        datasets.refuse_unheeded(sources, reading[1], truth.source, reading[0], geometry)


def _load_what_follows(
    protocol: str | None, geometry: Geometry, kinds: Sequence[str], *, quiet: bool
) -> None:
    """Load what the run needs as well while the files are read: afterwards nothing runs beside it."""
    protocol_named(protocol or DETECTION_PROTOCOLS[0])
    detection.load_ahead(geometry)
    _ = checking.oddities_in_short
    if not quiet:
        _ = blocks.read_lines
    if "json" in kinds:
        _ = report.to_json
    if geometry == "boxes":
        _ = fitting.lost_rows


def _larger_than(
    limit: int | None, predictions: Sequence[str], reading: Mapping[str, Any], threads: int | None
) -> list[PredictionPieces]:
    """The files, to be read in pieces, where one of them does not fit into memory and all can be cut."""
    if limit is None or "lenient" in reading:
        return []
    pieces = [datasets.prediction_pieces(Path(path), threads=threads, **reading) for path in predictions]
    cut = [each for each in pieces if each is not None]
    return cut if len(cut) == len(pieces) and any(each.exceed(limit) for each in cut) else []


def _frame_of_larger(
    limit: int | None,
    truth: str,
    geometry: Geometry,
    threads: int | None,
    reading: tuple[Mapping[str, Any], Mapping[str, Any]],
) -> TruthFrame | None:
    """Images and classes of a truth that does not fit into memory; None where it does, or cannot be cut."""
    if limit is None or limit <= 0 or "lenient" in reading[0]:
        return None
    pieces = datasets.truth_pieces(Path(truth), geometry=geometry, threads=threads, **reading[0])
    return None if pieces is None else pieces.framed(limit)


def _with_its_layout(asked: dict[str, Any], geometry: str, several: Sequence[str]) -> dict[str, Any]:
    """What was asked, without a layout that is said of another of these geometries.

    Angles are said of rotated boxes, four numbers of plain ones and of the boxes of true keypoints.
    """

    def kept(layout: str, *, of_truth: bool) -> bool:
        if layout in ANGLE_READINGS:
            return geometry in ROTATED
        heeding = {"boxes", "keypoints"} if of_truth else {"boxes"}
        return geometry in heeding or not heeding & set(several)

    reading = tuple(
        {
            name: value
            for name, value in side.items()
            if name != "box_format" or kept(value, of_truth=place == 0)
        }
        for place, side in enumerate(asked["reading"])
    )
    return {**asked, "reading": reading}


def _of_shape(parameters: Mapping[str, Any], geometry: str) -> dict[str, Any]:
    """The parameters, without those that are said of another of several geometries."""
    return {
        name: value
        for name, value in parameters.items()
        if name not in evaluation.HEEDED_BY or evaluation.HEEDED_BY[name][0] == geometry
    }


def _by_geometry(ready: Sequence[Prepared]) -> Prepared:
    """Every file under each geometry in turn."""
    found = [
        (each, records)
        for place in range(len(ready[0].found))
        for each in ready
        for records in [each.found[place]]
    ]
    return Prepared(found, lambda pair: pair[0].evaluated(pair[1]), ready[0].read)


def prepared_maps(
    *,
    truth: str,
    predictions: Sequence[str],
    truth_maps: Path | None,
    predictions_maps: Sequence[Path],
    mode: Mode,
    image_ids: Sequence[str] | None,
    threads: int | None,
    **others: Any,
) -> Prepared:
    """Leave JSON with PNGs beside it to the evaluation; `others` are options that only records have.

    Raises
    ------
    click.UsageError
        There are not as many folders as predictions.
    """
    if predictions_maps and len(predictions_maps) != len(predictions):
        raise click.UsageError(
            f"--predictions-maps is given {len(predictions_maps)} times for {len(predictions)} predictions "
            "files; give it once for each, in their order, or not at all."
        )
    images = None if image_ids is None else [_number_or_name(name) for name in image_ids]

    def evaluated(found: tuple[str, Path | None]) -> AnyResult:
        return evaluation.evaluate_panoptic(
            truth,
            found[0],
            truth_folder=truth_maps,
            predictions_folder=found[1],
            mode=mode,
            images=images,
            threads=threads,
        )

    folders: Sequence[Path | None] = predictions_maps or [None] * len(predictions)
    return Prepared(list(zip(predictions, folders, strict=True)), evaluated, lambda path: (path, None))


def prepared_folders(
    *,
    protocol: str,
    truth: str,
    predictions: Sequence[str],
    mode: Mode,
    image_ids: Sequence[str] | None,
    threads: int | None,
    **others: Any,
) -> Prepared:
    """Leave folders of PNGs to the evaluation; `others` are options that only records have."""
    evaluated = partial(
        evaluation.evaluate, truth, protocol=protocol, mode=mode, images=image_ids, threads=threads
    )
    return Prepared(list(predictions), evaluated, lambda path: path)


def with_choice(ready: Prepared, protocol: str | None, states: tuple[str, ...]) -> Prepared:
    """The same, where the truth stated the protocol by some keys: every result says so."""
    if protocol is None or not states:
        return ready
    from truebox.evaluation.stated import with_choice_said  # noqa: PLC0415  imported late: with NumPy (60 ms)

    chosen = protocol_named(protocol)

    return ready._replace(evaluated=lambda found: with_choice_said(ready.evaluated(found), chosen, states))


def prepared_sequences(
    *,
    protocol: str | None,
    truth: str,
    predictions: Sequence[str],
    reading: tuple[dict[str, Any], dict[str, Any]],
    of_tracks: TrackReading,
    mode: Mode,
    fit_test: bool,
    threads: int | None,
    **others: Any,
) -> Prepared:
    """Read tracks of both sides; `others` are options that only records have."""
    run = evaluation.TrackRun(
        truth,
        protocol=protocol,
        trackers=predictions,
        mode=mode,
        fit_test=fit_test,
        threads=threads,
        box_format=reading[1].get("box_format"),
        **of_tracks,
    )
    return Prepared([run.read(path) for path in predictions], run.evaluated, run.read)


WAYS: dict[str, Callable[..., Prepared]] = {
    "records": prepared_records,
    "maps": prepared_maps,
    "folders": prepared_folders,
    "sequences": prepared_sequences,
}
"""By what the files of a protocol are."""


def _part(
    truth: Truth,
    area_ranges: Sequence[tuple[str, tuple[float, float]]],
    image_ids: Sequence[str] | None,
    categories: Sequence[str] | None,
) -> dict[str, Any]:
    """What `evaluate` takes for the part of the truth that the options name."""
    return {
        "area_ranges": {**_ALL_AREAS, **dict(area_ranges)} if area_ranges else None,
        "images": subset(image_ids, truth.images.ids),
        "categories": subset(categories, truth.categories.ids),
    }


def subset(names: Sequence[str] | None, ids: Ids) -> list[int | str] | None:
    """Return ids in the type the truth uses; what is no number stays a name."""
    if names is None:
        return None
    if ids.are_strings:
        return list(names)
    return [_number_or_name(name) for name in names]


def _number_or_name(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text
