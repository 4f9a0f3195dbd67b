"""Reading that starts before NumPy is imported: the command line's way to use the time of its imports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._native import datasets as _kernels
from truebox._native.begun import begun_reading
from truebox._native.threads import thread_count
from truebox.datasets.formats import coco
from truebox.datasets.formats.coco.head import path_looks_like_coco
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

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
    **dict.fromkeys(ROTATED, _MASKS),
}


class StartedReading:
    """A truth and predictions; COCO files are being read by native threads, and `result` waits for them.

    Files in other formats, and files that a person said something about, are read by `result`.
    """

    @refuses_other_kinds
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
            self._truth = begun_reading(read_truth, truth, threads or 0)
        self._predictions = [
            begun_reading(read_predictions, given, threads or 0)
            if not self._predictions_options and path_looks_like_coco(path, "predictions")
            else None
            for given, path in zip(predictions, self._prediction_paths, strict=True)
        ]
        self._result: tuple[Truth, list[Predictions]] | None = None

    def get_ready(self) -> None:
        """Load what `result` needs once the files are read, while they are."""
        if self._truth is not None:
            _ = coco.finish_truth_file

    def result(self) -> tuple[Truth, list[Predictions]]:
        """The records, in the order of the paths.

        Raises
        ------
        InputError
            A file is refused; the truth is looked at first.
        """
        if self._result is None:
            truth = self._read_truth(coco.finish_truth_file)
            finish = coco.finish_predictions_file
            predictions = [
                self._read_predictions(path, reading, truth, finish)
                for path, reading in zip(self._prediction_paths, self._predictions, strict=True)
            ]
            self._result = truth, predictions
        return self._result

    def _read_truth(self, finish: Callable[..., Truth]) -> Truth:
        path = self._truth_path
        if self._truth is not None:
            return finish(path, self._truth.take(), self._threads, self.geometry)
        how = {"geometry": self.geometry, "threads": self._threads, **self._truth_options}
        reading, split_choice = _readers()

        def read_split(split: str | None) -> Truth:
            read: Truth = reading.truth_as_said(path, **(how if split is None else how | {"split": split}))
            return read

        def found() -> list[Predictions]:
            return [*map(self._found_alone, self._prediction_paths)]

        truth: Truth = split_choice.read_truth_of(read_split, found)
        return truth

    def _found_alone(self, path: Path) -> Predictions:
        """Predictions by themselves, for the names of their images."""
        reading, _ = _readers()
        found: Predictions = reading.predictions_as_said(
            path, geometry=self.geometry, **self._predictions_options
        )
        return found

    def _read_predictions(
        self, path: Path, begun: Any, truth: Truth, finish: Callable[..., Predictions]
    ) -> Predictions:
        if begun is not None:
            return finish(path, begun.take(), self._threads, self.geometry, truth)
        how = {"geometry": self.geometry, "threads": self._threads, **self._predictions_options}
        reading, split_choice = _readers()

        with split_choice.saying_which_split(truth, lambda: self._found_alone(path)):
            found: Predictions = reading.predictions_as_said(path, truth=truth, **how)
        return found


@refuses_other_kinds
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
    geometry : {"boxes", "masks", "keypoints", "boundary", "rotated", "probiou"}
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


def _readers() -> tuple[ModuleType, ModuleType]:
    """The modules that read any format and choose a split; COCO files need neither."""
    from truebox.datasets import reading, split_choice  # noqa: PLC0415  imported late: COCO needs it not (14 ms)

    return reading, split_choice
