"""One pair of files under any mixture of rules: read once, each mixture evaluated once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis.equal_scores.ties import ties
from truebox.errors import TrueboxWarning
from truebox.evaluation import Quirk, Rules, by_rules, evaluate, masks_by_rules, metrics_alone
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.evaluation import DetectionProtocol, Result
    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry

__all__ = ["METRICS", "SIZES", "Trials"]

METRICS = ("AP", "AP50", "AP75")
"""What is always compared: every mixture of rules is evaluated at the ten IoU thresholds of COCO."""

SIZES = {"APs": ("s", "small"), "APm": ("m", "medium"), "APl": ("l", "large")}
"""Further metrics, and how tools write the size."""

_USUAL_IOUS = {"AP50": 0.5, "AP75": 0.75}
"""Metrics of one of the ten thresholds, which that one alone gives as well."""

_MOST_BY_ONE_THREAD = 20_000
"""Detections up to which several threads wait for each other longer than they save."""

_MASKS_AS_READ = Rules().polygons, Rules().found_masks, Rules().mask_pixels, Rules().shapes

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
    geometry : {"boxes", "masks", "keypoints"}
        What is compared.
    sigmas : sequence of float, optional
        Of keypoints, where they are not COCO's seventeen.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> trials = Trials(*make_dataset(8, 2, 5, 3.0, 1), None)
    >>> trials.metrics(Rules())["AP50"] >= trials.metrics(Rules(lowest_score=0.9))["AP50"]
    True
    """

    def __init__(
        self,
        truth: Truth,
        predictions: Predictions,
        threads: int | None,
        asked: tuple[str, ...] = (),
        *,
        geometry: Geometry = "boxes",
        sigmas: Sequence[float] | None = None,
    ) -> None:
        self._pair = truth, predictions
        self.geometry, self._sigmas = geometry, sigmas
        self._drawn: dict[tuple[str, ...], tuple[Truth, Predictions]] = {}
        self._threads = 1 if len(predictions) <= _MOST_BY_ONE_THREAD else threads
        self._keys, self._asked = tuple(dict.fromkeys((*METRICS, *asked))), asked or METRICS
        self._sized = any(key.partition("[")[0] in SIZES for key in self._keys)
        self.detections = len(predictions)
        self._known: dict[Rules, Mapping[str, float | None]] = {}
        self._partly: dict[Rules, Mapping[str, float | None]] = {}

    def admits(self, rules: Rules) -> bool:
        """Whether such rules can be mixed for what is compared."""
        return rules.refusal(geometry=self.geometry) is None

    def metrics(self, rules: Rules) -> Mapping[str, float | None]:
        """What is always compared and what is asked, under the rules; None where nothing is defined."""
        if rules not in self._known:
            self._known[rules] = self._measured(rules, self._pair, self._keys)
        return self._known[rules]

    def asked(self, rules: Rules) -> Mapping[str, float | None]:
        """The same of what is asked alone, which takes a part of the time."""
        if rules not in self._partly:
            known = self._known.get(rules)
            if known is None:
                known = self._measured(rules, self._pair, self._asked)
            self._partly[rules] = {key: known[key] for key in self._asked}
        return self._partly[rules]

    def _measured(
        self, rules: Rules, pair: tuple[Truth, Predictions], keys: tuple[str, ...]
    ) -> Mapping[str, float | None]:
        found: dict[str, float | None] = dict.fromkeys(keys)
        alike: dict[tuple[Rules, float | None, str], dict[str, str]] = {}
        names = [key.partition("[")[0] for key in keys]
        apart = all(name in _USUAL_IOUS or _own_iou(name) is not None for name in names)
        for key, name in zip(keys, names, strict=True):
            label = key.partition("[")[2].removesuffix("]")
            asked = replace(rules, mean="of classes") if label else rules
            if asked.refusal(sizes=name in SIZES, geometry=self.geometry) is not None:
                continue
            iou = self._iou(name, asked, apart)
            alone = iou is not None or _own_iou(name) is not None  # the only threshold, or that of the rules
            alike.setdefault((asked, iou, label), {})[key] = "AP" if alone else name
        for (asked, iou, label), named in alike.items():
            truth, predictions, left = self._with_masks(asked, pair)
            numbers = metrics_alone(
                truth,
                predictions,
                self._protocol(left, iou),
                set(named.values()),
                label=label or None,
                geometry=self._compared(left),
                threads=self._threads,
            )
            found |= {key: numbers.get(name) for key, name in named.items()}
        return found

    def _with_masks(self, rules: Rules, pair: tuple[Truth, Predictions]) -> tuple[Truth, Predictions, Rules]:
        """The pair with its masks as the rules have them, drawn once, and the rules that are left."""
        if self.geometry != "masks" or pair is not self._pair:
            return *pair, rules
        key = rules.polygons, rules.found_masks, rules.mask_pixels, rules.shapes
        if key == _MASKS_AS_READ:
            return *pair, rules
        if key not in self._drawn:
            self._drawn[key] = masks_by_rules(*pair, rules, threads=self._threads)[:2]
        shapes: Any = "as asked" if rules.shapes == "as asked" else "boxes"
        left = replace(rules, polygons="as COCO", found_masks="as read", mask_pixels="as read", shapes=shapes)
        return *self._drawn[key], left

    def _compared(self, rules: Rules) -> Geometry:
        """The geometry in which the rules compare what was asked."""
        return self.geometry if rules.shapes == "as asked" else "boxes"

    def _iou(self, name: str, rules: Rules, apart: bool) -> float | None:
        """The threshold at which AP is the metric; None where it is one of the numbers of all thresholds."""
        if rules.iou != "as named":
            return None
        own = _own_iou(name)
        if own is not None:
            return float(np.float32(own)) if rules.thresholds == "single" else own
        if not apart:
            return None
        steps = self._protocol(rules).defaults(self.geometry, Quirk.NONE).iou_thresholds
        return float(steps[np.abs(steps - _USUAL_IOUS[name]).argmin()])

    def _protocol(self, rules: Rules, iou: float | None = None) -> DetectionProtocol:
        sizes = self._sized and rules.refusal(sizes=True, geometry=self.geometry) is None
        thresholds = None if iou is None else [iou]
        return by_rules(
            "a mixture",
            "A mixture of rules",
            "",
            rules,
            iou=thresholds,
            sizes=sizes,
            geometry=self.geometry,
            sigmas=self._sigmas,
        )

    def _result(self, rules: Rules) -> Result:
        # What each quirk alone changes is not asked for here.
        protocol = replace(self._protocol(rules), reported=())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            return evaluate(
                *self._pair,
                protocol=protocol,
                geometry=self._compared(rules),
                fit_test=False,
                threads=self._threads,
            )

    def reach(self, rules: Rules, keys: tuple[str, ...] = METRICS) -> dict[str, tuple[float, float]]:
        """What the metrics are in the worst and the best order of equal scores; as they are where unknown.

        Where something is made of the matching afterwards, of some orders that are drawn.
        """
        known = self.asked(rules) if set(keys) <= set(self._asked) else self.metrics(rules)
        alone = {key: value for key in keys if (value := known[key]) is not None}
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
        drawn = [
            self._measured(rules, (truth, take_predictions(predictions, each)), tuple(alone))
            for each in orders
        ]
        every = {key: [value, *(float(each[key] or 0.0) for each in drawn)] for key, value in alone.items()}
        return {key: (min(values), max(values)) for key, values in every.items()}

    def nearest(self, key: str, value: float) -> float:
        """Of all values of a metric so far the one nearest to `value`; NaN where none is defined."""
        known = [each.get(key) for each in (*self._known.values(), *self._partly.values())]
        return min(
            (each for each in known if each is not None), key=lambda each: abs(each - value), default=nan
        )

    def __len__(self) -> int:
        return len(self._known.keys() | self._partly.keys())


def _own_iou(name: str) -> float | None:
    """The IoU that a metric is named after, where that is none of those always compared; of "AP40" 0.4."""
    return float(name[2:]) / 100 if name[2:].isdigit() and name not in METRICS else None
