"""One pair of files under any mixture of rules: read once, each mixture evaluated once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING

from truebox.diagnosis.equal_scores.ties import ties
from truebox.errors import TrueboxWarning
from truebox.evaluation import Rules, by_rules, evaluate

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.records import Predictions, Truth

__all__ = ["METRICS", "Trials"]

METRICS = ("AP", "AP50", "AP75")
"""What is compared: every mixture of rules is evaluated at the ten IoU thresholds of COCO."""


class Trials:
    """The metrics of a pair under mixtures of rules.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined already, as a first evaluation leaves them.
    threads : int or None
    asked : tuple of str
        Further metrics, such as "AP50[person]".

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
        self.detections = len(predictions)
        self._known: dict[Rules, Mapping[str, float | None]] = {}

    def metrics(self, rules: Rules) -> Mapping[str, float | None]:
        """AP, AP50 and AP75 under the rules; None where nothing is defined."""
        if rules not in self._known:
            result = self._result(rules)
            of_class = (
                {each.name: each.metrics for each in result.per_class}
                if len(self._keys) > len(METRICS)
                else {}
            )
            self._known[rules] = {key: _read(key, result.metrics, of_class) for key in self._keys}
        return self._known[rules]

    def _result(self, rules: Rules) -> Result:
        # What each quirk alone changes is not asked for here.
        protocol = replace(by_rules("a mixture", "A mixture of rules", "", rules), reported=())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            return evaluate(*self._pair, protocol=protocol, fit_test=False, threads=self._threads)

    def reach(self, rules: Rules, keys: tuple[str, ...] = METRICS) -> dict[str, tuple[float, float]]:
        """What the metrics are in the worst and the best order of equal scores; as they are where unknown."""
        ranges = ties(self._result(rules), threads=self._threads).metrics
        found = {key: (ranges[key].worst, ranges[key].best) for key in keys if key in ranges}
        alone = {key: value for key in keys if (value := self.metrics(rules)[key]) is not None}
        return {key: found.get(key, (value, value)) for key, value in alone.items()}

    def nearest(self, key: str, value: float) -> float:
        """Of all values of a metric so far the one nearest to `value`; NaN where none is defined."""
        known = [each[key] for each in self._known.values()]
        return min(
            (each for each in known if each is not None), key=lambda each: abs(each - value), default=nan
        )

    def __len__(self) -> int:
        return len(self._known)


def _read(
    key: str, metrics: Mapping[str, float | None], of_class: Mapping[str, Mapping[str, float | None]]
) -> float | None:
    name, bracket, label = key.partition("[")
    return (of_class.get(label.removesuffix("]"), {}) if bracket else metrics).get(name)
