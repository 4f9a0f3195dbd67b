"""Reading that starts before NumPy is imported: the command line's way to use the time of its imports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._native import datasets as _kernels
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """A truth and predictions being read by native threads; `result` waits for them."""

    def __init__(
        self,
        truth: PathLike,
        predictions: Sequence[PathLike],
        threads: int | None,
        geometry: Geometry = "boxes",
    ) -> None:
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise ArgumentError(f"threads must be a positive integer or None, got {threads!r}")
        self._threads = threads
        self._truth_path = Path(truth)
        self._prediction_paths = [Path(path) for path in predictions]
        self.geometry = geometry
        read_truth, read_predictions = _READINGS[geometry]
        self._truth = read_truth(self._truth_path, threads or 0)
        self._predictions = [read_predictions(path, threads or 0) for path in self._prediction_paths]
        self._result: tuple[Truth, list[Predictions]] | None = None

    def result(self) -> tuple[Truth, list[Predictions]]:
        """The records, in the order of the paths.

        Raises
        ------
        InputError
            A file is refused; the truth is looked at first.
        """
        if self._result is None:
            # Here and not above: this brings NumPy, which nothing before may need.
            from truebox.datasets.coco_files import (  # noqa: PLC0415
                finish_predictions_file,
                finish_truth_file,
            )

            truth = finish_truth_file(self._truth_path, self._truth.take(), self._threads, self.geometry)
            predictions = [
                finish_predictions_file(path, reading.take(), self._threads, self.geometry)
                for path, reading in zip(self._prediction_paths, self._predictions, strict=True)
            ]
            self._result = truth, predictions
        return self._result


def start_reading(
    truth: PathLike,
    predictions: PathLike | Sequence[PathLike],
    *,
    geometry: Geometry = "boxes",
    threads: int | None = None,
) -> StartedReading:
    """Begin to read COCO files in background threads; importing this needs no NumPy.

    Parameters
    ----------
    truth : path
        COCO JSON.
    predictions : path or sequence of paths
        COCO results.
    geometry : {"boxes", "masks", "keypoints", "boundary"}
        What will be evaluated.
    threads : int, optional
        Threads per file; by default one per processor.

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
    return StartedReading(truth, paths, threads, geometry)
