"""Which rules give a reported number: tools as they are, then one changed rule, then two."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TypeAlias

from truebox.diagnosis.reconciling.asked import ReportedNumber
from truebox.diagnosis.reconciling.coincidence import MOST_BY_CHANCE, share_by_chance
from truebox.diagnosis.reconciling.reconciliation import Explanation
from truebox.diagnosis.reconciling.trials import METRICS, Trials
from truebox.diagnosis.reconciling.variants import FIELDS, differing, pairs, said_value, singles
from truebox.evaluation import Rules

__all__ = ["Explained", "explained"]

Spans: TypeAlias = "dict[str, tuple[float, float]]"

_MOST_EXPLANATIONS = 12
_MOST_PAIRS_OF = 60_000
"""Detections up to which two changes at once are tried: some hundred evaluations."""

_MOST_TRIED, _MOST_WORK = 2500, 60_000_000
"""Mixtures of two changes at most, and these times the detections."""

_ALL_BASES_UP_TO = 20_000
"""Detections up to which one rule of every tool is changed; beyond, of the nearest tools."""

_REACH, _SHARE = 0.04, 0.25
"""How far two changes may be from the sum of what each moves, and by which share of that besides.

Beyond, they do not come near numbers made up around the reported one."""

_SEVERAL_IOUS = ("as named", "0.5 to 0.9")

_NEAREST = 4
_NEAR = 0.01
_REACHES = 16
"""Mixtures whose order of equal scores is looked at, of those that differ by less than `_NEAR`."""


@dataclass(slots=True)
class Explained:
    """What gives the reported numbers.

    Parameters
    ----------
    certain : list of (Explanation, Rules)
        What hardly fits by chance.
    unproven : list of (Explanation, Rules)
        What fits, where something tried would fit many numbers near the reported one, or where a rule is
        changed and equal scores stand in another order besides.
    changed : int
        How many rules were changed at most.
    """

    certain: list[tuple[Explanation, Rules]] = field(default_factory=list)
    unproven: list[tuple[Explanation, Rules]] = field(default_factory=list)
    changed: int = 0


def explained(
    trials: Trials,
    named: Mapping[str, Rules],
    asked: Mapping[str, ReportedNumber],
    tool: str | None,
    *,
    at_half: Collection[str] = (),
) -> Explained:
    """Look among the tools, then with one changed rule, then with two; stop where something fits.

    Those of `at_half` are also looked at as they call their AP: at an IoU of 0.5 alone.

    A tool as it is, is certain however few digits there are. Whatever has a changed rule, or equal scores in
    another order, is certain where no more than `MOST_BY_CHANCE` of the numbers near the reported one would
    fit something that was tried up to there.
    """
    return _Search(trials, named, asked, tool, at_half).result()


class _Search:
    """One search: what was tried, and what fits."""

    def __init__(
        self,
        trials: Trials,
        named: Mapping[str, Rules],
        asked: Mapping[str, ReportedNumber],
        tool: str | None,
        at_half: Collection[str],
    ) -> None:
        self.trials, self.asked, self.tool = trials, asked, tool
        self.at_half = at_half
        self.first = next(iter(named))
        self.bases = {tool: named[tool]} if tool else dict(named)
        self.tried: dict[Rules, Spans] = {}
        self.of: dict[Rules, tuple[str, Rules]] = {}

    def result(self) -> Explained:
        found = Explained()
        as_they_are = self.fitting(self.as_they_are())
        if as_they_are:
            found.certain = [(replace(each, chance=self.chance()), rules) for each, rules in as_they_are]
            return found
        self.judged(self.in_another_order(list(self.bases.values())), found)
        found.changed = 1
        one = self.fitting(self.changed(self.bases_to_change()))
        if not one and not found.unproven and not found.certain:
            one = self.in_another_order(self.nearest(_REACHES))
        self.judged(one, found)
        if found.certain or found.unproven or self.trials.detections > _MOST_PAIRS_OF:
            return found
        found.changed = 2
        nearest = sorted(self.bases, key=lambda name: self.distance(self.bases[name]))[:1]
        first = dict.fromkeys([*nearest, *([] if self.tool else [self.first])])
        most = min(_MOST_TRIED, _MOST_WORK // max(self.trials.detections, 1))
        two = chain.from_iterable(self.changed_twice(name) for name in first)
        self.judged(self.fitting(islice(two, most)), found)
        return found

    def as_they_are(self) -> Iterator[tuple[str, Rules, Rules]]:
        of_several = any(key.partition("[")[0] == "AP" for key in self.asked)
        for name, rules in self.bases.items():
            yield name, rules, rules
            if of_several and name in self.at_half:
                yield name, rules, replace(rules, iou="0.5")

    def changed_twice(self, name: str) -> Iterator[tuple[str, Rules, Rules]]:
        """Two changes at a time, of such that move something alone: with another, one has been tried.

        Left out is what cannot come near: where both changes together, as far as they add up, lead elsewhere.
        """
        base = self.bases[name]
        here = self.trials.asked(base)
        moved = {
            rules: {key: (value or 0.0) - (here[key] or 0.0) for key, value in metrics.items()}
            for _, rules in singles(base, self.trials.geometry)
            if (metrics := self.trials.asked(rules)) != here
        }
        alike = self.of_one_iou()
        for one, other, rules in pairs(base, moved, self.trials.geometry):
            if alike is not None and rules.iou not in (base.iou, *_SEVERAL_IOUS):
                if alike:
                    yield name, base, rules
                continue
            steps = [moved.get(each, dict.fromkeys(here, 0.0)) for each in (one, other)]
            if all(
                abs((here[key] or 0.0) + sum(step[key] for step in steps) - value)
                <= _REACH + _SHARE * sum(abs(step[key]) for step in steps)
                for key, (value, *_) in self.asked.items()
            ):
                yield name, base, rules

    def of_one_iou(self) -> bool | None:
        """Whether AP, AP50 and AP75 may be numbers of one IoU: they are alike. None where one alone is given.

        What a single IoU gives does not add up from the steps of the three.
        """
        given = [each for key, each in self.asked.items() if key in METRICS]
        if len(given) < 2:
            return None
        low = max(value - half for value, half, _ in given)
        return low <= min(value + half for value, half, _ in given)

    def judged(self, fitting: list[tuple[Explanation, Rules]], found: Explained) -> Explained:
        """The same, put where it belongs.

        A changed rule together with another order of equal scores is never certain: it fits all numbers
        within its reach, and nothing says that both were so.
        """
        chance = self.chance()
        named = set(self.bases.values())
        for each, rules in fitting:
            within_reach = any(low < high for low, high in self.tried[rules].values())
            proved = chance <= MOST_BY_CHANCE and (rules in named or not within_reach)
            (found.certain if proved else found.unproven).append((replace(each, chance=chance), rules))
        return found

    def chance(self) -> float:
        return share_by_chance(self.asked, list(self.tried.values()))

    def bases_to_change(self) -> Iterable[str]:
        if self.trials.detections <= _ALL_BASES_UP_TO:
            return self.bases
        near = sorted(self.bases, key=lambda name: self.distance(self.bases[name]))[:_NEAREST]
        return dict.fromkeys([*near, *([] if self.tool else [self.first])])

    def changed(self, names: Iterable[str]) -> Iterator[tuple[str, Rules, Rules]]:
        geometry = self.trials.geometry
        bases = ((name, self.bases[name]) for name in names)
        return ((name, base, rules) for name, base in bases for _, rules in singles(base, geometry))

    def fitting(self, candidates: Iterable[tuple[str, Rules, Rules]]) -> list[tuple[Explanation, Rules]]:
        found: list[tuple[Explanation, Rules]] = []
        for name, base, rules in candidates:
            if rules in self.tried:
                continue
            metrics = self.trials.asked(rules)
            known = {key: value for key in self.asked if (value := metrics[key]) is not None}
            self.tried[rules] = {key: (value, value) for key, value in known.items()}
            self.of[rules] = name, base
            if len(found) < _MOST_EXPLANATIONS and self.within(self.tried[rules]):
                found.append((Explanation(of=name, changes=_changes(base, rules), metrics=metrics), rules))
        return found

    def in_another_order(self, mixtures: Iterable[Rules]) -> list[tuple[Explanation, Rules]]:
        """Mixtures whose number depends on the order of equal scores, and may be this."""
        found = []
        for rules in mixtures:
            reach = self.trials.reach(rules, tuple(self.asked))
            self.tried[rules] = reach
            if not self.within(reach):
                continue
            name, base = self.of[rules]
            spans = ", ".join(f"{key} {low:.4f} to {high:.4f}" for key, (low, high) in reach.items())
            changes = (*_changes(base, rules), f"equal scores in another order, which gives {spans}")
            found.append((Explanation(of=name, changes=changes, metrics=self.trials.metrics(rules)), rules))
        return found

    def nearest(self, count: int) -> list[Rules]:
        near = [rules for rules in self.tried if self.distance(rules) <= _NEAR * len(self.asked)]
        return sorted(near, key=self.distance)[:count]

    def within(self, spans: Spans) -> bool:
        return all(
            key in spans and spans[key][0] - half <= value <= spans[key][1] + half
            for key, (value, half, _) in self.asked.items()
        )

    def distance(self, rules: Rules) -> float:
        metrics = self.trials.asked(rules)
        return sum(abs((metrics[key] or 0.0) - value) for key, (value, *_) in self.asked.items())


def _changes(base: Rules, rules: Rules) -> tuple[str, ...]:
    return tuple(f"{FIELDS[each]}: {said_value(each, rules)}" for each in differing(base, rules))
