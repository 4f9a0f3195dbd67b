"""What every fusion does: the lists of several models as one, and groups of boxes as an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

from truebox.arrays import Home, fetched, home_of
from truebox.errors import ArgumentError
from truebox.suppression.arguments import as_labels, as_score_limit, as_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Concatenate, ParamSpec, Protocol, overload

    from truebox._typed import ArrayOfAnyLibrary
    from truebox.typing import AnyArray, FloatArray, Int64Array

    _P = ParamSpec("_P")
    _Array = TypeVar("_Array", bound=ArrayOfAnyLibrary)

__all__ = ["FusedBoxes", "Pool", "as_given", "best_first", "fusion", "homes_of", "pooled"]

_Reals = TypeVar("_Reals")
_Wholes = TypeVar("_Wholes")


class FusedBoxes(NamedTuple, Generic[_Reals, _Wholes]):
    """Boxes fused from several, highest score first.

    Tensors are fused to tensors of their library, boxes and scores in the dtype of the first ones given.

    Parameters
    ----------
    boxes : float64 array [K, 4]
        Corners ``xyxy``.
    scores : float64 array [K]
    labels : int64 array [K]
    counts : int64 array [K]
        How many boxes went into each.

    Examples
    --------
    >>> from truebox.suppression import weighted_boxes_fusion
    >>> fused = weighted_boxes_fusion([[(0, 0, 10, 10)], [(0, 0, 10, 12)]], [[0.6], [0.6]])
    >>> fused.boxes, fused.counts
    (array([[ 0.,  0., 10., 11.]]), array([2]))
    """

    boxes: _Reals
    scores: _Reals
    labels: _Wholes
    counts: _Wholes


if TYPE_CHECKING:

    class _Fusion(Protocol[_P]):
        """A fusion: NumPy arrays of NumPy arrays and lists, tensors of tensors."""

        @overload
        def __call__(
            self,
            boxes: Sequence[AnyArray | Sequence[Any]],
            scores: Sequence[AnyArray | Sequence[Any]],
            *args: _P.args,
            **kwargs: _P.kwargs,
        ) -> FusedBoxes[FloatArray, Int64Array]: ...
        @overload
        def __call__(
            self, boxes: Sequence[_Array], scores: Sequence[Any], *args: _P.args, **kwargs: _P.kwargs
        ) -> FusedBoxes[_Array, _Array]: ...

    def fusion(function: Callable[Concatenate[Any, Any, _P], Any]) -> _Fusion[_P]: ...

else:

    def fusion(function):
        """The function itself: only type checkers see a difference."""
        return function


class Pool(NamedTuple):
    """All models' boxes in one list, with the scores already multiplied by the model's weight."""

    boxes: FloatArray
    scores: FloatArray
    labels: Int64Array
    models: Int64Array
    weights: FloatArray  # per model


def homes_of(
    boxes: Sequence[Any], scores: Sequence[Any], labels: Sequence[Any] | None
) -> tuple[Home, Home] | None:
    """Where all models' arrays came from, once with the dtype of boxes and once with that of scores."""
    models = len(boxes)
    given = {"boxes": boxes, "scores": scores} | ({} if labels is None else {"labels": labels})
    for name, lists in given.items():
        if len(lists) != models:
            raise ArgumentError(f"{name} has {len(lists)} lists, boxes has {models}; expected one per model")
    every = {f"{name}[{model}]": lists[model] for name, lists in given.items() for model in range(models)}
    if models == 0:
        return None
    of_boxes, of_scores = home_of(every, boxes[0]), home_of(every, scores[0])
    return None if of_boxes is None or of_scores is None else (of_boxes, of_scores)


def as_given(
    fused: FusedBoxes[FloatArray, Int64Array], homes: tuple[Home, Home] | None
) -> FusedBoxes[Any, Any]:
    if homes is None:
        return fused
    of_boxes, of_scores = homes
    return FusedBoxes(
        of_boxes.numbers(fused.boxes),
        of_scores.numbers(fused.scores),
        of_boxes.integers(fused.labels),
        of_boxes.integers(fused.counts),
    )


def pooled(
    boxes: Sequence[Any],
    scores: Sequence[Any],
    labels: Sequence[Any] | None,
    *,
    weights: Any,
    score_threshold: float,
    rows_of: Callable[[Any, str], FloatArray],
    columns: int = 4,
    scale_weights: bool = False,
) -> Pool:
    """All models' boxes that have area and score enough; `rows_of` checks and reads those of one model.

    Raises
    ------
    ArgumentError, InputError
        As of `truebox.suppression.weighted_boxes_fusion`.
    """
    models = len(boxes)
    model_weights = _model_weights(fetched(weights, "weights"), models)
    if scale_weights and models:
        model_weights = model_weights / model_weights.max()
    limit = as_score_limit(score_threshold)
    rows: list[tuple[AnyArray, ...]] = []
    for model in range(models):
        names = f"boxes[{model}]", f"scores[{model}]", f"labels[{model}]"
        own = rows_of(fetched(boxes[model], names[0]), names[0])
        own_scores = as_scores(fetched(scores[model], names[1]), len(own), names[1], negative=False)
        own_labels = fetched(labels[model], names[2]) if labels is not None else None
        own_labels = as_labels(own_labels, len(own), names[2])
        stays = (own_scores >= limit) & (_areas(own) > 0)
        kinds = np.zeros(len(own), np.int64) if own_labels is None else own_labels
        which = np.full(np.count_nonzero(stays), model, np.int64)
        rows.append((own[stays], own_scores[stays] * model_weights[model], kinds[stays], which))
    empty = (np.empty((0, columns)), np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64))
    joined = [np.concatenate(parts) for parts in zip(empty, *rows, strict=True)]
    return Pool(joined[0], joined[1], joined[2], joined[3], model_weights)


def _areas(rows: FloatArray) -> FloatArray:
    """Of corners, and of centres with a size and an angle."""
    sides = rows[:, 2:4] - rows[:, :2] if rows.shape[1] == 4 else rows[:, 2:4]
    areas: FloatArray = sides[:, 0] * sides[:, 1]
    return areas


def _model_weights(weights: Any, models: int) -> FloatArray:
    if weights is None:
        return np.ones(models)
    array = np.asarray(weights, dtype=np.float64)
    if array.shape != (models,):
        raise ArgumentError(f"weights has shape {array.shape}; expected ({models},), one per model")
    if not (np.isfinite(array) & (array > 0)).all():
        raise ArgumentError(f"weights is {array.tolist()}; expected finite numbers greater than 0")
    return array


def best_first(
    corners: FloatArray, scores: FloatArray, labels: Int64Array, counts: Int64Array
) -> FusedBoxes[FloatArray, Int64Array]:
    order = np.argsort(-scores, kind="stable")
    return FusedBoxes(corners[order], scores[order], labels[order], counts[order])
