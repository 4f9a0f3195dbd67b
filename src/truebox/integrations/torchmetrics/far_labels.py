"""An evaluator of labels that are any whole number, as torchmetrics takes them: negative, or far from 0.

An `Evaluator` without a list of classes counts them from 0 and has a column for each. Classes are matched
apart, so the rare labels that lie outside are given to further evaluators, one for each stretch of labels.

Examples
--------
>>> import torch
>>> seen = FarLabels(box_format="xywh")
>>> cats = {"boxes": torch.tensor([[0.0, 0.0, 9.0, 9.0]] * 2), "labels": torch.tensor([3, 2_084_071])}
>>> seen.update([cats], [{**cats, "scores": torch.tensor([0.5, 0.5])}])
>>> [each.id for each in seen.result().per_class if each.truths]
[3, 2084071]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Evaluator
from truebox.integrations.all_or_none import all_or_none

if TYPE_CHECKING:
    from truebox.evaluation import ClassResult, StreamedResult
    from truebox.typing import FloatArray

__all__ = ["FarLabels", "all_far_or_none"]

_NEAR = 1 << 16
"""Labels from 0 to below it are those of one evaluator, which takes none beyond."""

_STRETCH = 256
_SEVERAL = b"stretches of labels\n"


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """What is read of a result, of classes that several evaluators have, in the order of their labels."""

    per_class: tuple[ClassResult, ...]
    precision: FloatArray
    recall: FloatArray
    scores: FloatArray
    stats: FloatArray


class FarLabels:
    """Evaluators of stretches of labels, which answer as one.

    Parameters
    ----------
    **options
        Of `Evaluator`.
    """

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._near = self._new()
        self._far: dict[int, Evaluator] = {}

    def _new(self) -> Evaluator:
        return Evaluator(None, **self._options)

    def __len__(self) -> int:
        return len(self._near)

    @property
    def evaluators(self) -> list[Evaluator]:
        """All of them: of the labels near 0 first."""
        return [self._near, *self._far.values()]

    def update(
        self,
        truth: Sequence[Mapping[str, Any]],
        predictions: Sequence[Mapping[str, Any]],
        images: Sequence[Any] | None = None,
    ) -> None:
        """Match a batch, as `Evaluator.update`."""
        try:
            self._near.update(truth, predictions, images=images)
        except InputError as error:
            if error.code != "E-131" or not _whole(*truth, *predictions):
                raise
            self._update_each(truth, predictions, images)

    def _update_each(self, *batch: Any) -> None:
        truth, predictions, images = batch
        stretches = {place for entry in (*truth, *predictions) for place in _stretches(entry["labels"])}
        with all_far_or_none([self]):
            for place in sorted(stretches | {0}):
                parts = ([_part(entry, place) for entry in entries] for entries in (truth, predictions))
                self._of(place).update(*parts, images=images)

    def _of(self, place: int) -> Evaluator:
        if place == 0:
            return self._near
        if place not in self._far:
            self._far[place] = self._new()
        return self._far[place]

    def merge(self, other: FarLabels | bytes) -> None:
        """Take over what another one, or its bytes, has seen."""
        for place, part in (_parts(other) if isinstance(other, bytes) else other._parts()).items():
            self._of(place).merge(part)

    def _parts(self) -> dict[int, Evaluator]:
        return {0: self._near, **self._far}

    def to_bytes(self) -> bytes:
        """Everything seen, for `merge`; of labels near 0 alone those of their evaluator."""
        if not self._far:
            return self._near.to_bytes()
        packed = {place: evaluator.to_bytes() for place, evaluator in self._parts().items()}
        head = [len(packed), *packed, *map(len, packed.values())]
        return _SEVERAL + np.array(head, dtype=np.int64).tobytes() + b"".join(packed.values())

    def result(self) -> StreamedResult | Joined:
        """The numbers of all classes."""
        if not self._far:
            return self._near.result()
        parts = {_first(place): evaluator.result() for place, evaluator in self._parts().items()}
        held = [parts[first] for first in sorted(parts)]
        precision = np.concatenate([each.precision for each in held], axis=2)
        recall = np.concatenate([each.recall for each in held], axis=1)
        return Joined(
            per_class=tuple(
                replace(entry, id=int(entry.id) + first, name=str(int(entry.id) + first))
                for first in sorted(parts)
                for entry in parts[first].per_class
            ),
            precision=precision,
            recall=recall,
            scores=np.concatenate([each.scores for each in held], axis=2),
            stats=_stats(precision, recall, held[0].parameters),
        )

    def whole_result(self) -> StreamedResult:
        """The result of `Evaluator.result`.

        Raises
        ------
        ArgumentError
            There are labels of several evaluators.
        """
        if self._far:
            raise ArgumentError(
                f"result: labels outside 0 to {_NEAR - 1} came, which no one result holds. Fix: read the "
                "numbers of compute(), or number the classes from 0."
            )
        return self._near.result()


@contextmanager
def all_far_or_none(seen: Sequence[FarLabels]) -> Iterator[None]:
    """As `all_or_none`; evaluators that come in it are gone again where something is raised."""
    before = [dict(each._far) for each in seen]
    try:
        with all_or_none([evaluator for each in seen for evaluator in each.evaluators]):
            yield
    except BaseException:
        for each, far in zip(seen, before, strict=True):
            each._far = far
        raise


def _whole(*entries: Mapping[str, Any]) -> bool:
    return all(not entry["labels"].is_floating_point() for entry in entries)


def _stretches(labels: torch.Tensor) -> list[int]:
    """Where labels belong: 0 is near; others count stretches, from 1 or down from -1."""
    found: list[int] = torch.unique(_places(labels)).tolist()
    return found


def _places(labels: torch.Tensor) -> torch.Tensor:
    far = torch.div(labels.long(), _STRETCH, rounding_mode="floor")
    return torch.where((far >= 0) & (far < _NEAR // _STRETCH), 0, far)


def _first(place: int) -> int:
    return place * _STRETCH


def _part(entry: Mapping[str, Any], place: int) -> dict[str, Any]:
    """The objects of a stretch, their labels from its first on."""
    labels = entry["labels"].long()
    chosen = _places(labels) == place
    part = {key: value[chosen.to(value.device)] for key, value in entry.items() if key != "labels"}
    return {**part, "labels": labels[chosen] - _first(place)}


def _parts(data: bytes) -> dict[int, bytes]:
    if not data.startswith(_SEVERAL):
        return {0: data}
    start = len(_SEVERAL)
    count = int(np.frombuffer(data, np.int64, 1, start)[0])
    places, sizes = np.frombuffer(data, np.int64, 2 * count, start + 8).reshape(2, count).tolist()
    ends = start + 8 * (2 * count + 1) + np.cumsum(sizes)
    return {
        place: data[end - size : end] for place, size, end in zip(places, sizes, ends.tolist(), strict=True)
    }


def _stats(precision: FloatArray, recall: FloatArray, parameters: Any) -> FloatArray:
    """The twelve numbers of the tables, summed as pycocotools sums them; see its `summarize`."""
    limits, thresholds = parameters.max_detections, parameters.iou_thresholds
    at = {value: np.flatnonzero(thresholds == value) for value in (0.5, 0.75)}
    hundred = [place for place, limit in enumerate(limits) if limit == 100]
    found = [
        _mean(precision[..., 0, hundred]),
        *(_mean(precision[at[value]][..., 0, [-1]]) for value in (0.5, 0.75)),
        *(_mean(precision[..., place, [-1]]) for place in (1, 2, 3)),
        *(_mean(recall[..., 0, [place]]) for place in range(len(limits))),
        *(_mean(recall[..., place, [-1]]) for place in (1, 2, 3)),
    ]
    return np.array(found)


def _mean(table: FloatArray) -> float:
    held = table[table > -1]
    return float(np.mean(held)) if held.size else -1.0
