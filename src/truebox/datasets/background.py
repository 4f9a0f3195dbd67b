"""Reading that starts before NumPy is imported: the command line's way to use the time of its imports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._native import datasets as _kernels
from truebox._native.threads import thread_count
from truebox.datasets.formats.coco.head import path_looks_like_coco

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry

__all__ = ["StartedReading", "start_reading"]

PathLike = str | os.PathLike[str]


_MASKS = (_kernels.MaskTruthReading, _kernels.MaskPredictionsReading)
_READINGS: dict[str, tuple[Any, Any]] = {
    "boxes": (_kernels.TruthReading, _kernels.PredictionsReading),
    "masks": _MASKS,
    "boundary": _MASKS,
    "keypoints": (_kernels.KeypointTruthReading, _kernels.KeypointPredictionsReading),
}


class StartedReading:
    """A truth and predictions; COCO files are being read by native threads, and `result` waits for them.

    Files in other formats, and files with options of their own, are read by `result`.
    """

    def __init__(
        self,
        truth: PathLike,
        predictions: Sequence[PathLike],
        threads: int | None,
        geometry: Geometry = "boxes",
        *,
        truth_options: Mapping[str, Any] | None = None,
        predictions_options: Mapping[str, Any] | None = None,
    ) -> None:
        thread_count(threads)
        self._threads = threads
        self._truth_path = Path(truth)
        self._prediction_paths = [Path(path) for path in predictions]
        self._truth_options = dict(truth_options or {})
        self._predictions_options = dict(predictions_options or {})
        self.geometry = geometry
        read_truth, read_predictions = _READINGS[geometry]
        self._truth = None
        if not self._truth_options and path_looks_like_coco(self._truth_path, "truth"):
            self._truth = read_truth(self._truth_path, threads or 0)
        self._predictions = [
            read_predictions(path, threads or 0)
            if not self._predictions_options and path_looks_like_coco(path, "predictions")
            else None
            for path in self._prediction_paths
        ]
        self._result: tuple[Truth, list[Predictions]] | None = None

    def result(self) -> tuple[Truth, list[Predictions]]:
        """The records, in the order of the paths.

        Raises
        ------
        InputError
            A file is refused; the truth is looked at first.
        """
        if self._result is None:
            truth = self._read_truth()
            predictions = [
                self._read_predictions(path, reading, truth)
                for path, reading in zip(self._prediction_paths, self._predictions, strict=True)
            ]
            self._result = truth, predictions
        return self._result

    # The imports below bring NumPy, which nothing above may need.

    def _read_truth(self) -> Truth:
        if self._truth is None:
            from truebox.datasets.reading import read_truth  # noqa: PLC0415  NumPy

            path, options = self._truth_path, self._truth_options
            return read_truth(path, geometry=self.geometry, threads=self._threads, **options)
        from truebox.datasets.formats.coco.files import finish_truth_file  # noqa: PLC0415  NumPy

        return finish_truth_file(self._truth_path, self._truth.take(), self._threads, self.geometry)

    def _read_predictions(self, path: Path, reading: Any, truth: Truth) -> Predictions:
        if reading is None:
            from truebox.datasets.reading import read_predictions  # noqa: PLC0415  NumPy

            options = self._predictions_options
            return read_predictions(
                path, geometry=self.geometry, threads=self._threads, truth=truth, **options
            )
        from truebox.datasets.formats.coco.files import finish_predictions_file  # noqa: PLC0415  NumPy

        found = finish_predictions_file(path, reading.take(), self._threads, self.geometry)
        if truth.categories.numbered:
            return found
        from truebox.datasets.joining.class_numbers import with_class_numbers_said  # noqa: PLC0415  NumPy

        return with_class_numbers_said(truth, found)


def start_reading(
    truth: PathLike,
    predictions: PathLike | Sequence[PathLike],
    *,
    geometry: Geometry = "boxes",
    threads: int | None = None,
    truth_options: Mapping[str, Any] | None = None,
    predictions_options: Mapping[str, Any] | None = None,
) -> StartedReading:
    """Begin to read COCO files in background threads; importing this needs no NumPy.

    Parameters
    ----------
    truth : path
        COCO JSON, or anything `read_truth` reads.
    predictions : path or sequence of paths
        COCO results, or anything `read_predictions` reads.
    geometry : {"boxes", "masks", "keypoints", "boundary"}
        What will be evaluated.
    threads : int, optional
        Threads per file; by default one per processor.
    truth_options, predictions_options : mappings, optional
        Further arguments of `read_truth` and `read_predictions`; with any, nothing is begun early.

    Returns
    -------
    StartedReading
        Its ``result()`` waits and gives ``(truth, [predictions, ...])``, or raises `InputError`:
        a file that does not exist is only reported there.

    Examples
    --------
    >>> from truebox.datasets.background import start_reading
    >>> started = start_reading("truth.json", "predictions.json")  # doctest: +SKIP
    >>> truth, (predictions,) = started.result()  # doctest: +SKIP
    """
    paths = [predictions] if isinstance(predictions, (str, os.PathLike)) else list(predictions)
    return StartedReading(
        truth,
        paths,
        threads,
        geometry,
        truth_options=truth_options,
        predictions_options=predictions_options,
    )
