"""What a protocol of tracks is: which classes it evaluates, and which rows take part for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox.evaluation.protocol import Protocol

if TYPE_CHECKING:
    from truebox.evaluation.tracks.track_map.rules import TrackMapRules
    from truebox.masks import Masks
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import AnyArray, BoolArray, ByteArray, Mode

__all__ = ["COUNTS", "REMOVES", "Selected", "TrackClassId", "TrackProtocol", "no_reason"]

COUNTS, REMOVES = 1, 2
"""Bits of the role of a truth: it is evaluated; a prediction assigned to it beforehand is left out."""

TrackClassId = tuple[int, str]
"""Number and name of a class."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Selected:
    """The rows of one sequence that take part for one class.

    Parameters
    ----------
    truth, predictions : bool array [N] or None
        Which rows; None is all.
    truth_role : uint8 array
        Of each of those: `COUNTS`, `REMOVES`, both or neither.
    prediction_role : uint8 array
        1 for a prediction that is left out unless it is assigned beforehand.
    """

    truth: BoolArray | None = None
    predictions: BoolArray | None = None
    truth_role: ByteArray
    prediction_role: ByteArray


def _unsaid(*_: Any) -> Any:
    raise NotImplementedError


def no_reason(*_: Any) -> str:
    """Nothing tells that sides are of this benchmark.

    Examples
    --------
    >>> no_reason("truth", "predictions")
    ''
    """
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackProtocol(Protocol):
    """A protocol of tracks.

    Parameters
    ----------
    name, title, reference, takes, geometries, stated_by, evaluate, leaves_out
        Of every `Protocol`.
        Further of it: which "true tracks" and "found tracks" average precision leaves out, and which "pixels"
        nobody judges.
    classes : callable
        From both sides to the classes that are evaluated, each `(number, name)`.
    select : callable
        From the sequence of both sides, the number of a class and the mode to what is `Selected`.
    beforehand : float or None
        A prediction is assigned beforehand from this similarity on; None: no row is left out.
    maps : TrackMapRules or None
        How average precision of whole tracks is measured, where it is.
    region_masks : callable or None
        Where J and F are measured: from the predictions of a sequence, some of its rows and the truth to
        the masks that are compared.
    given_objects : bool
        J and F are of objects given in the first frame, which keep their numbers.
    counts_pairs : bool
        Beforehand, the number of pairs comes before their overlap.
    ids_of_kept : bool
        An id may come twice in a frame, if at most one of the rows is evaluated.
    groups : tuple of (str, tuple of str)
        Names of groups and of their classes, whose boxes are counted together.
    most_boxes : int or None
        Of a picture and all classes, those with the highest scores, where results name pictures.
    any_classes : bool
        The classes are whatever the truth has: predictions of another, or of none, are left out and told.
    own_labels : bool
        Of a class that has a number only rows take part that have it: sequences without any need no look.
    measures_teta : bool
        Whether TETA is measured: boxes, tracks and classes, each without the others.
    recognises : callable
        From both sides to why they are of this benchmark, in words; empty where they are not.
    suits : callable
        The same from what several benchmarks share, such as classes: asked where none is recognised.

    Examples
    --------
    >>> from truebox.evaluation import protocol_value
    >>> protocol_value("mot17").beforehand, protocol_value("mot15").beforehand
    (0.5, None)
    """

    classes: Callable[[Tracks, Tracks], Sequence[TrackClassId]] = _unsaid
    select: Callable[[TrackedSequence, TrackedSequence, int, Mode], Selected] = _unsaid
    beforehand: float | None = None
    maps: TrackMapRules | None = None
    most_boxes: int | None = None
    any_classes: bool = False
    own_labels: bool = False
    measures_teta: bool = False
    region_masks: Callable[[TrackedSequence, AnyArray, TrackedSequence], Masks] | None = None
    given_objects: bool = False
    counts_pairs: bool = False
    ids_of_kept: bool = False
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    recognises: Callable[[Tracks, Tracks], str] = no_reason
    suits: Callable[[Tracks, Tracks], str] = no_reason

    @property
    def measures_wholes(self) -> bool:
        """Whether anything but rows of frames is measured: whole tracks, pictures, or classes apart.

        Examples
        --------
        >>> from truebox.evaluation import protocol_value
        >>> protocol_value("tao").measures_wholes, protocol_value("mot17").measures_wholes
        (True, False)
        """
        return self.maps is not None or self.region_masks is not None or self.measures_teta
