"""One pair of files under any mixture of rules: read once, each mixture evaluated once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis.equal_scores.ties import ties
from truebox.errors import TrueboxWarning
from truebox.evaluation import Rules, by_rules, evaluate
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.records import Predictions, Truth
    from truebox.typing import Int64Array

__all__ = ["METRICS", "SIZES", "Trials"]

METRICS = ("AP", "AP50", "AP75")
"""What is always compared: every mixture of rules is evaluated at the ten IoU thresholds of COCO."""

SIZES = {"APs": ("s", "small"), "APm": ("m", "medium"), "APl": ("l", "large")}
"""Further metrics, and how tools write the size."""

_ORDERS, _SEED = 12, 0
"""Orders of equal scores that are drawn where their reach is not computed."""


class Trials:
    """The metrics of a pair under mixtures of rules.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined already, as a first evaluation leaves them.
    threads : int or None
    asked : tuple of str
        Further metrics, such as "AP50[person]", "APs" or "AP40".

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> trials = Trials(*make_dataset(8, 2, 5, 3.0, 1), None)
    >>> trials.metrics(Rules())["AP50"] >= trials.metrics(Rules(lowest_score=0.9))["AP50"]
    True
    """

    def __init__(
        self, truth: Truth, predictions: Predictions, threads: int | None, asked: tuple[str, ...] = ()
    ) -> None:
        self._pair, self._threads = (truth, predictions), threads
        self._keys = tuple(dict.fromkeys((*METRICS, *asked)))
        self._sized = any(key.partition("[")[0] in SIZES for key in self._keys)
        self.detections = len(predictions)
        self._known: dict[Rules, Mapping[str, float | None]] = {}

    def metrics(self, rules: Rules) -> Mapping[str, float | None]:
        """What is asked under the rules; None where nothing is defined."""
        if rules not in self._known:
            self._known[rules] = self._measured(rules, self._pair)
        return self._known[rules]

    def _measured(self, rules: Rules, pair: tuple[Truth, Predictions]) -> Mapping[str, float | None]:
        results: dict[tuple[Rules, float | None], Result] = {}
        found: dict[str, float | None] = {}
        for key in self._keys:
            name, bracket, label = key.partition("[")
            asked = replace(rules, mean="of classes") if bracket else rules
            iou = _own_iou(name) if rules.iou == "as named" else None
            if asked.refusal(sizes=name in SIZES) is not None:
                found[key] = None
                continue
            if (asked, iou) not in results:
                results[asked, iou] = self._result(asked, pair, iou)
            result = results[asked, iou]
            values = result.metrics
            if bracket:
                wanted = label.removesuffix("]")
                values = next(each.metrics for each in result.per_class if each.name == wanted)
            found[key] = values.get(_read_as(name))
        return found

    def _result(
        self, rules: Rules, pair: tuple[Truth, Predictions] | None = None, iou: float | None = None
    ) -> Result:
        sizes = self._sized and rules.refusal(sizes=True) is None
        thresholds = None
        if iou is not None:
            thresholds = [float(np.float32(iou)) if rules.thresholds == "single" else iou]
        made = by_rules("a mixture", "A mixture of rules", "", rules, iou=thresholds, sizes=sizes)
        # What each quirk alone changes is not asked for here.
        protocol = replace(made, reported=())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            return evaluate(*(pair or self._pair), protocol=protocol, fit_test=False, threads=self._threads)

    def reach(self, rules: Rules, keys: tuple[str, ...] = METRICS) -> dict[str, tuple[float, float]]:
        """What the metrics are in the worst and the best order of equal scores; as they are where unknown.

        Where something is made of the matching afterwards, of some orders that are drawn.
        """
        alone = {key: value for key in keys if (value := self.metrics(rules)[key]) is not None}
        if rules.small_truths != "as others" or rules.mean == "one curve of all":
            return self._drawn_reach(rules, alone)
        ranges = ties(self._result(rules), threads=self._threads).metrics
        found = {key: (ranges[key].worst, ranges[key].best) for key in keys if key in ranges}
        return {key: found.get(key, (value, value)) for key, value in alone.items()}

    def _drawn_reach(self, rules: Rules, alone: Mapping[str, float]) -> dict[str, tuple[float, float]]:
        truth, predictions = self._pair
        chance = np.random.default_rng(_SEED)
        count = len(predictions)
        orders = [np.arange(count)[::-1], *(chance.permutation(count) for _ in range(_ORDERS - 1))]
        drawn = [self._measured(rules, (truth, _in_order(predictions, each))) for each in orders]
        every = {key: [value, *(float(each[key] or 0.0) for each in drawn)] for key, value in alone.items()}
        return {key: (min(values), max(values)) for key, values in every.items()}

    def nearest(self, key: str, value: float) -> float:
        """Of all values of a metric so far the one nearest to `value`; NaN where none is defined."""
        known = [each[key] for each in self._known.values()]
        return min(
            (each for each in known if each is not None), key=lambda each: abs(each - value), default=nan
        )

    def __len__(self) -> int:
        return len(self._known)


def _in_order(predictions: Predictions, rows: Int64Array) -> Predictions:
    """Their boxes in another order."""
    return replace(
        predictions,
        scores=predictions.scores[rows],
        boxes=predictions.boxes[rows],
        image=Ids(predictions.image.values[rows], predictions.image.names),
        category=Ids(predictions.category.values[rows], predictions.category.names),
    )


def _own_iou(name: str) -> float | None:
    """The IoU that a metric is named after, where that is none of those always compared."""
    return float(name[2:]) / 100 if name[2:].isdigit() and name not in METRICS else None


def _read_as(name: str) -> str:
    """Its name in the result: at an IoU of its own, or of the rules, that is AP."""
    return "AP" if _own_iou(name) is not None else name
