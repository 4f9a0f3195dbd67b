"""What is asked of every batch and every part: parts of different questions are never put together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox._native import packing as native
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.detection.evaluating import refuse_geometry
from truebox.evaluation.detection.run import Shape
from truebox.evaluation.other_geometry import refuse_of_others
from truebox.evaluation.registry import detection_protocol, protocol_of
from truebox.evaluation.states.alignment import sorted_table
from truebox.evaluation.states.parameters import CocoParameters
from truebox.records import Categories, Ids, Truth

if TYPE_CHECKING:
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.states.quirks import Quirk
    from truebox.typing import BoolArray, Geometry, Mode

__all__ = ["StreamQuestion", "as_categories", "rules_in_pieces"]

_USUAL: dict[str, Any] = {"class_agnostic": False, "dilation_ratio": 0.02}


def rules_in_pieces(
    protocol: str | DetectionProtocol, mode: Mode, geometry: Geometry, given: Mapping[str, Any]
) -> DetectionProtocol:
    """The protocol of an evaluation in parts.

    Raises
    ------
    ArgumentError
        It needs the whole, or has no such geometry, mode or choice as was `given`.

    Examples
    --------
    >>> rules_in_pieces("voc", "strict", "boxes", {"area_ranges": None}).name
    'voc'
    """
    if mode not in ("strict", "corrected"):
        hint = did_you_mean(mode, ("strict", "corrected"))
        raise ArgumentError(f"mode: {mode!r} is unknown.{hint} Fix: pass 'strict' or 'corrected'.")
    rules = detection_protocol(protocol)
    refuse_geometry(rules, geometry)
    rules.refuse_untaken(given, {**dict.fromkeys(given), **_USUAL})
    refuse_of_others(given, (geometry,))
    if rules.whole_only:
        raise ArgumentError(
            f"protocol: {rules.name!r} is not evaluated in pieces. "
            "Fix: give truth and predictions as a whole to truebox.evaluate."
        )
    return rules


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StreamQuestion:
    """Parameters, mode and classes of an evaluation in parts.

    Parameters
    ----------
    parameters : CocoParameters
    mode : {"strict", "corrected"}
    categories : Categories
        Every class there is, sorted by id.
    shape : Shape
        What only one geometry takes.
    frequency : tuple of str or None
        How often each class occurs, of a federated truth.
    units : {"pixels", "fractions"}
        Of boxes and areas.
    open : bool
        Classes are whole numbers from 0, as many as come: nobody listed them.
    listed : tuple of str
        Names of classes in the order in which somebody listed them, for words alone.
    """

    parameters: CocoParameters
    mode: Mode
    categories: Categories
    shape: Shape
    frequency: tuple[str, ...] | None = None
    units: str = "pixels"
    open: bool = False
    listed: tuple[str, ...] = ()

    @property
    def protocol(self) -> DetectionProtocol:
        """Whose rules count."""
        return protocol_of(self.parameters)

    @property
    def mended(self) -> Quirk:
        """The quirks that the mode mends."""
        return self.protocol.mended(self.mode)

    @property
    def columns(self) -> int:
        """How many classes the tables have."""
        return 1 if self.parameters.class_agnostic else len(self.categories)

    @property
    def packed_shape(self) -> native.PackedShape:
        """What reading the record of an image takes."""
        held = self.parameters
        return native.PackedShape(
            self.columns, len(held.area_ranges), len(held.iou_thresholds), held.max_detections[-1]
        )

    def grown(self, classes: int) -> StreamQuestion:
        """With room for so many open classes: a power of two, whatever came first."""
        if not self.open or classes <= len(self.categories):
            return self
        return replace(self, categories=_counted_classes(1 << (classes - 1).bit_length()))

    def only(self, used: BoolArray) -> StreamQuestion:
        """With some of its open classes alone."""
        kept = np.flatnonzero(used)
        names = tuple(self.categories.names[k] for k in kept)
        return replace(self, categories=Categories(ids=Ids(self.categories.ids.values[kept]), names=names))

    def to_dict(self) -> dict[str, Any]:
        """As plain values, the same for the same question."""
        held = self.parameters
        return {
            "protocol": held.protocol,
            "mode": self.mode,
            "geometry": held.geometry,
            "iou_thresholds": held.iou_thresholds.tolist(),
            "recall_thresholds": held.recall_thresholds.tolist(),
            # JSON has no infinity.
            "area_ranges": [
                [label, *(value if math.isfinite(value) else None for value in bounds)]
                for label, bounds in held.area_ranges.items()
            ],
            "max_detections": list(held.max_detections),
            "class_agnostic": held.class_agnostic,
            "sigmas": None if self.shape.sigmas is None else [float(value) for value in self.shape.sigmas],
            "dilation_ratio": float(self.shape.dilation_ratio),
            "open": self.open,
            "categories": len(self.categories) if self.open else self.categories.ids.tolist(),
            "names": [] if self.open else list(self.categories.names),
            "frequency": None if self.frequency is None else list(self.frequency),
            "units": self.units,
        }

    @classmethod
    def from_dict(cls, said: Mapping[str, Any], protocol: DetectionProtocol | None = None) -> StreamQuestion:
        """The question of `to_dict`; one of your own protocol needs its value.

        Raises
        ------
        ArgumentError
            The protocol is none of Truebox's own and not the one given.
        """
        name = said["protocol"]
        if protocol is not None and protocol.name != name:
            raise ArgumentError(
                f"protocol: got {protocol.name!r} for a part of {name!r}. Fix: pass that one."
            )
        try:
            detection_protocol(protocol or name)
        except ArgumentError:
            raise ArgumentError(
                f"protocol: a part was made by the protocol {name!r}, which is not one of Truebox's own. "
                "Fix: pass its value as protocol=."
            ) from None
        parameters = CocoParameters(
            iou_thresholds=np.array(said["iou_thresholds"], dtype=np.float64),
            recall_thresholds=np.array(said["recall_thresholds"], dtype=np.float64),
            area_ranges={
                label: (-math.inf if low is None else low, math.inf if high is None else high)
                for label, low, high in said["area_ranges"]
            },
            max_detections=tuple(said["max_detections"]),
            class_agnostic=said["class_agnostic"],
            geometry=said["geometry"],
            protocol=name,
            rules=protocol,
        )
        frequency = said["frequency"]
        categories = (
            _counted_classes(said["categories"])
            if said["open"]
            else Categories(ids=Ids.of(said["categories"]), names=tuple(said["names"]))
        )
        return cls(
            parameters=parameters,
            mode=said["mode"],
            categories=categories,
            shape=Shape(said["sigmas"], said["dilation_ratio"]),
            frequency=None if frequency is None else tuple(frequency),
            units=said["units"],
            open=said["open"],
        )

    def refuse_other(self, other: StreamQuestion, *, empty: bool = False) -> None:
        """Raise InputError (E-576) where the other is not this question.

        Parameters
        ----------
        other : StreamQuestion
            Of another part.
        empty : bool
            One of both has seen no image: what only the truth knows need not be the same.
        """
        classes = max(len(self.categories), len(other.categories))
        mine, theirs = self.grown(classes).to_dict(), other.grown(classes).to_dict()
        different = [
            key for key, value in mine.items() if theirs[key] != value and not (empty and key in _OF_TRUTH)
        ]
        if different:
            raise _other_question(different[0], theirs[different[0]], mine[different[0]])

    def with_truth_of(self, other: StreamQuestion) -> StreamQuestion:
        """With what the other knows of the truth; itself where it knows the same."""
        if self.frequency == other.frequency and self.units == other.units:
            return self
        return replace(self, frequency=other.frequency, units=other.units)

    def refuse_other_truth(self, frequency: tuple[str, ...] | None, units: str) -> None:
        """Raise InputError (E-576) where a batch comes from another truth."""
        if frequency != self.frequency:
            raise _other_question("frequency", frequency, self.frequency)
        if units != self.units:
            raise _other_question("units", units, self.units)


def _counted_classes(count: int) -> Categories:
    return Categories(ids=Ids(np.arange(count)), names=tuple(map(str, range(count))), listed=False)


_OF_TRUTH = ("frequency", "units")


def _other_question(key: str, theirs: Any, mine: Any) -> InputError:
    return InputError(
        "E-576",
        "parts",
        f"{key} is {_short(theirs)} in one part and {_short(mine)} in another",
        "evaluate every part with the same arguments and the same list of classes",
    )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def as_categories(given: Any) -> Categories:
    """The classes of an argument, sorted.

    Parameters
    ----------
    given : Any
        Ids, names, a mapping of id to name, `Categories`, or a truth as `read_truth` takes it; None for
        classes that nobody lists.

    Raises
    ------
    ArgumentError
        No classes, one twice, or ids that are neither whole numbers nor texts.

    Examples
    --------
    >>> as_categories({7: "dog", 3: "cat"}).names
    ('cat', 'dog')
    >>> as_categories(["dog", "cat"]).ids.tolist()
    ['cat', 'dog']
    """
    if given is None:
        return _counted_classes(1)
    if isinstance(given, Truth):
        given = given.categories
    elif isinstance(given, str | PathLike) or (isinstance(given, Mapping) and "categories" in given):
        given = datasets.read_truth(given).categories
    if isinstance(given, Categories):
        ids, names = given.ids.tolist(), list(given.names)
    elif isinstance(given, Mapping):
        ids, names = list(given), [str(name) for name in given.values()]
    elif isinstance(given, Iterable):
        ids = [each.item() if isinstance(each, np.generic) else each for each in given]
        names = [str(each) for each in ids]
    else:
        raise ArgumentError(
            f"categories: expected ids, names or {{id: name}}, got {given!r}. Fix: pass for example [1, 2]."
        )
    _refuse_bad(ids)
    table = sorted_table(Ids.of(ids))
    by_id = dict(zip(ids, names, strict=True))
    return Categories(ids=table, names=tuple(by_id[table[row]] for row in range(len(table))))


def _refuse_bad(ids: Sequence[Any]) -> None:
    kinds = {str if isinstance(each, str) else int if type(each) is int else type(each) for each in ids}
    if kinds not in ({int}, {str}):
        raise ArgumentError(
            f"categories: expected whole numbers, or texts, got {list(ids)[:3]!r}. "
            'Fix: pass ids such as [1, 2, 3], or {1: "cat", 2: "dog"}.'
        )
    twice = [each for each, times in Counter(ids).items() if times > 1]
    if twice:
        raise ArgumentError(f"categories: {twice[0]!r} is listed twice. Fix: list each class once.")
