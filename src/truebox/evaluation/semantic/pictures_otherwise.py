"""Label maps that would fit as other pictures: turned, of the next image, or with unblended labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.semantic.confusion import LabelConfusion, label_confusion
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from truebox.typing import AnyArray

__all__ = ["pictures_otherwise"]

_FEWEST, _LOOKED_AT, _FIRST = 2, 6, 2
"""Images beside each other in the list, from its middle, and how many of them are looked at first."""
_TURNED_BELOW, _MORE, _TIMES = 0.8, 0.1, 1.5
"""Share of pixels that are right; and how much better the mean IoU must be otherwise."""
_MOSTLY, _BEYOND_NAMES = 0.8, 0.05
_BLENDED_BELOW, _BLENDED = 0.9, 0.15
"""Mean IoU; and the share of edges whose pixel has a label between those of both sides."""
_TIMES_TRUTH = 3
_REACH = 3
"""Pixels over which labels are blended at most to either side, as where a map is made four times larger."""
_BETTER, _TIMES_BETTER = 0.02, 1.05
_TURNS: dict[str, tuple[slice, ...]] = {
    "mirrored left to right": np.s_[:, ::-1],
    "upside down": np.s_[::-1, :],
    "turned by half": np.s_[::-1, ::-1],
}


def pictures_otherwise(
    total: LabelConfusion,
    names: Sequence[str],
    read: Callable[[str], tuple[AnyArray, AnyArray]],
    *,
    void: int,
) -> Finding | None:
    """What to say (W-333) where some images would fit far better as other pictures.

    Six images are read again at most, and only where pixels are wrong that this would mend.

    Parameters
    ----------
    total : LabelConfusion
        Of all images.
    names : sequence of str
        Of the images, in their order.
    read : callable
        From a name to the labels of the truth and of the prediction [H, W].
    void : int
        The label of true pixels that do not count.

    Examples
    --------
    >>> true = np.tile(np.repeat([0, 1, 2], [4, 3, 2]), (4, 1))
    >>> total = label_confusion(true, true[:, ::-1], classes=["road", "car", "sky"])
    >>> pictures_otherwise(total, ["a", "b"], lambda name: (true, true[:, ::-1]), void=255).message[23:]
    'the mean IoU would be 1.0000 instead of 0.0667 if they were mirrored left to right'
    """
    mean, pixels = total.mean_iou, int(total.matrix.sum())
    if mean is None or not pixels or mean >= _BLENDED_BELOW or len(names) < _FEWEST:
        return None
    begin = max(0, (len(names) - _LOOKED_AT) // 2)
    chosen = names[begin : begin + _LOOKED_AT]

    def confusions(pairs: Sequence[tuple[AnyArray, AnyArray]]) -> list[LabelConfusion]:
        classes = list(total.names)
        return [label_confusion(*each, classes=classes, ignore_label=void) for each in pairs]

    first = [read(name) for name in chosen[:_FIRST]]
    share = _blended_share(first)
    if total.matrix.diagonal().sum() >= _TURNED_BELOW * pixels and not share:
        return None
    pairs = first + [read(name) for name in chosen[_FIRST:]]
    given = confusions(pairs)
    if share:
        said = _blended(share, given, [confusions([(true, _nearer_side(found))])[0] for true, found in pairs])
        if said is not None:
            return said
    for what, others, places in _readings(pairs):
        held, turned = [given[place] for place in places], confusions(others)
        said = _fits(what, held, turned)
        # Of what is alike on both sides other names for its classes fit as well as a mirror.
        if said is not None and (len(held) < len(pairs) or _mean(turned) > _relabelled(held) + _BEYOND_NAMES):
            return said
    return None


def _mean(parts: Sequence[LabelConfusion]) -> float:
    return sum(parts[1:], parts[0]).mean_iou or 0.0


def _right(part: LabelConfusion) -> int:
    return int(part.matrix.diagonal().sum())


def _readings(
    pairs: Sequence[tuple[AnyArray, AnyArray]],
) -> Iterator[tuple[str, list[tuple[AnyArray, AnyArray]], list[int]]]:
    """What the predictions may be instead, pairs under that reading, and which of the images these are."""
    every = list(range(len(pairs)))
    for what, turn in _TURNS.items():
        yield f"were {what}", [(true, found[turn]) for true, found in pairs], every
    for step, what in ((1, "after"), (-1, "before")):
        there = [
            k for k in every if 0 <= k + step < len(pairs) and pairs[k + step][1].shape == pairs[k][0].shape
        ]
        if len(there) >= _FEWEST:
            others = [(pairs[k][0], pairs[k + step][1]) for k in there]
            yield f"had the prediction of the image {what} them in the order of names", others, there


def _relabelled(given: Sequence[LabelConfusion]) -> float:
    """The mean IoU if in each image every predicted class were the one that it lies on most."""
    parts = []
    for each in given:
        matrix = np.zeros_like(each.matrix)
        np.add.at(matrix.T, each.matrix.argmax(axis=0), each.matrix.T)
        parts.append(LabelConfusion(matrix, each.names))
    return _mean(parts)


def _fits(what: str, given: Sequence[LabelConfusion], others: Sequence[LabelConfusion]) -> Finding | None:
    before, after = _mean(given), _mean(others)
    better = sum(_right(other) > _right(each) for other, each in zip(others, given, strict=True))
    if after < max(before + _MORE, _TIMES * before) or better < max(_FEWEST, _MOSTLY * len(given)):
        return None
    mean = f"the mean IoU would be {after:.4f} instead of {before:.4f}"
    text = f"of {len(given)} images looked at, {mean} if they {what}"
    return Finding("W-333", text, len(given))


def _between(labels: AnyArray, reach: int) -> AnyArray:
    """Which pixels of [H, W - 2 reach] have a label between those so far to both sides, which differ."""
    left, middle, right = labels[:, : -2 * reach], labels[:, reach:-reach], labels[:, 2 * reach :]
    return (middle > np.minimum(left, right)) & (middle < np.maximum(left, right))


def _blended_share(pairs: Sequence[tuple[AnyArray, AnyArray]]) -> float:
    """Of the edges along rows, how many have a label between; 0 where few do, or those of the truth too."""
    shares = []
    for side in (0, 1):
        held = [pair[side] for pair in pairs if pair[side].shape[1] > 2 * _REACH]
        edges = sum(int(np.count_nonzero(each[:, 2:] != each[:, :-2])) for each in held)
        shares.append(sum(int(np.count_nonzero(_between(each, 1))) for each in held) / max(1, edges))
    return shares[1] if shares[1] >= max(_BLENDED, _TIMES_TRUTH * shares[0]) else 0.0


def _nearer_side(labels: AnyArray) -> AnyArray:
    """With the nearer label of both sides, in rows and then in columns, where one lies between."""
    unmixed = labels.copy()
    for rows in (unmixed, unmixed.T):
        if rows.shape[1] <= 2 * _REACH:
            continue
        row, column = np.nonzero(_between(rows, _REACH))
        left, middle, right = (rows[row, column + step * _REACH] for step in range(3))
        # In signed numbers: labels may be of 8 bits without a sign. Middles lie between both sides.
        nearer_left = np.abs(middle.astype(np.int64) - left) <= np.abs(right.astype(np.int64) - middle)
        rows[row, column + _REACH] = np.where(nearer_left, left, right)
    return unmixed


def _blended(
    share: float, given: Sequence[LabelConfusion], others: Sequence[LabelConfusion]
) -> Finding | None:
    before, after = _mean(given), _mean(others)
    if after < max(before + _BETTER, _TIMES_BETTER * before):
        return None
    return Finding(
        "W-333",
        f"at {share:.0%} of the edges in predicted maps a label lies between those of both sides, as where "
        f"maps are resized as pictures are; of {len(given)} images looked at, the mean IoU would be "
        f"{after:.4f} instead of {before:.4f} if these pixels had the nearer of both labels",
        len(given),
    )
