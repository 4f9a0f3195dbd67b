"""COCO JSON: the truth as one object, results as a list (cocodataset.org/#format-data)."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.formats.coco.files import finish_predictions_file, finish_truth_file
from truebox.datasets.formats.coco.head import coco_evidence
from truebox.datasets.formats.coco.readers import reader_of
from truebox.datasets.place import Place
from truebox.records import Predictions, Truth

__all__ = ["FORMAT"]

_BEFORE = b"\xef\xbb\xbf \t\r\n"  # a byte order mark and white space


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return None
    if text := coco_evidence(place.head, role):
        return Evidence(2, text)
    if role == "predictions" and place.head.lstrip(_BEFORE).startswith(b"{"):
        from truebox.datasets.formats.coco.wrapped import wrapped_evidence  # noqa: PLC0415  only wrapped results need it

        return wrapped_evidence(place.head)
    return None


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    if options.errors.lenient:
        from truebox.datasets.formats.coco.lenient import lenient_truth  # noqa: PLC0415  the general path

        return lenient_truth(path, options)
    found = reader_of(options.geometry).truth_file(path, options.threads or 0).take()
    return finish_truth_file(path, found, options.threads, options.geometry)


def _read_predictions(path: Path, options: ReadOptions) -> Predictions:
    if Place(path).head.lstrip(_BEFORE).startswith(b"{"):
        from truebox.datasets.formats.coco.wrapped import read_wrapped_results  # noqa: PLC0415  only wrapped results need it

        return read_wrapped_results(path, options)
    if options.errors.lenient:
        from truebox.datasets.formats.coco.lenient import lenient_predictions  # noqa: PLC0415  the general path

        return lenient_predictions(path, options)
    found = reader_of(options.geometry).predictions_file(path, options.threads or 0).take()
    return finish_predictions_file(path, found, options.threads, options.geometry)


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    from truebox.datasets.formats.coco.row_writer import write_truth  # noqa: PLC0415  evaluation never writes

    return write_truth(truth, path)


def _write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[Loss, ...]:
    from truebox.datasets.formats.coco.row_writer import write_predictions  # noqa: PLC0415  evaluation never writes

    return write_predictions(truth, predictions, path)


FORMAT = Format(
    name="coco",
    title="COCO JSON",
    recognise=_recognise,
    read_truth=_read_truth,
    read_predictions=_read_predictions,
    write_truth=_write_truth,
    write_predictions=_write_predictions,
)
