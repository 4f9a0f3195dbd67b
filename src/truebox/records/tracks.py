"""Objects followed through sequences, as columns: which sequence, which frame, which track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import grouped
from truebox.masks import merge_masks

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.records.finding import Finding
    from truebox.records.source import Source
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = [
    "ChosenSequences",
    "IgnoredRegions",
    "LabelledClasses",
    "TrackedSequence",
    "Tracks",
    "WholeTracks",
]


class ChosenSequences(NamedTuple):
    """The sequences that are evaluated, where the truth says so.

    Parameters
    ----------
    names : tuple of str
        In the order of the list.
    place : str
        The file that lists them.

    Examples
    --------
    >>> ChosenSequences(("MOT17-02", "MOT17-04"), "seqmaps/MOT17-train.txt").names[0]
    'MOT17-02'
    """

    names: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class IgnoredRegions:
    """Parts of pictures in which nobody looked for objects: they are no rows, and of no class.

    Parameters
    ----------
    frame : int32 array [R]
        From 0, as of the sequence.
    masks : Masks [R]

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import as_masks
    >>> IgnoredRegions(frame=np.zeros(1, np.int32), masks=as_masks(np.eye(4, dtype=bool))).masks
    Masks(1 masks, 8 runs, 4x4)
    """

    frame: AnyArray
    masks: Masks

    def by_frame(self) -> tuple[AnyArray, Masks]:
        """The frames [F] that have any, ascending, and of each one mask of all its regions.

        Examples
        --------
        >>> import numpy as np
        >>> from truebox.masks import as_masks
        >>> regions = IgnoredRegions(frame=np.array([4, 4]), masks=as_masks(np.ones((2, 1, 3), dtype=bool)))
        >>> regions.by_frame()
        (array([4]), Masks(1 masks, 2 runs, 1x3))
        """
        frames, group = np.unique(self.frame, return_inverse=True)
        return frames, merge_masks(self.masks, groups=group.reshape(-1))


@dataclass(frozen=True, slots=True)
class LabelledClasses:
    """What a source says of the classes of one sequence, where not all were looked for in it.

    Parameters
    ----------
    present : frozenset of int
        Classes of which it has a track.
    absent : frozenset of int
        Classes that were looked for, and are not there.
    incomplete : frozenset of int
        Classes of which some objects may be without a track.

    Examples
    --------
    >>> LabelledClasses(frozenset({1}), frozenset({5}), frozenset()).looked_for
    frozenset({1, 5})
    """

    present: frozenset[int]
    absent: frozenset[int]
    incomplete: frozenset[int]

    @property
    def looked_for(self) -> frozenset[int]:
        """Classes of which a track can be right or wrong."""
        return self.present | self.absent


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WholeTracks:
    """What a source says of a whole track, one row per track: also of those that are in no frame.

    Parameters
    ----------
    track : int64 array [K]
        Ids, as in the rows.
    label : int64 array [K]
    score : float64 array [K]
    area : float64 array [K]
        Mean over the frames that have one; 0 where none has.
    crowd : bool array [K]
        Of truth: not evaluated as a track.
    listed : int64 array [K]
        For how many frames the source says something, be it that the object is not seen.

    Examples
    --------
    >>> import numpy as np
    >>> one = np.ones(1)
    >>> len(WholeTracks(track=one, label=one, score=one, area=one, crowd=one, listed=one))
    1
    """

    track: Int64Array
    label: Int64Array
    score: FloatArray
    area: FloatArray
    crowd: AnyArray
    listed: Int64Array

    def __len__(self) -> int:
        return len(self.track)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackedSequence:
    """The objects of one sequence, one row per object and frame, in file order.

    Parameters
    ----------
    name : str
    length : int
        Frames; 0 where the source does not say.
    frame : int32 array [N]
        From 0.
    track : int64 array [N]
        Ids as read: they have no meaning but to be equal.
    boxes : float64 array [N, 4]
        Exactly as read, nothing taken off; see ``Tracks.layout``.
    label : integer array [N]
        Number of the class; -1 where the source does not say.
    score : float64 array [N]
        Of predictions the confidence; of truth a flag (any type of number), 0 for what is not to be
        considered.
    attributes : mapping of name to array [N]
        Whatever else is known, such as ``visibility``.
    place : str
        The file, for messages.
    first : int
        The number that the source gives to the first frame.
    masks : Masks [N] or None
        Where rows have masks; boxes are then those around them.
    regions : IgnoredRegions or None
        Where predictions that meet no object are nobody's fault.
    whole : WholeTracks or None
        What is said of tracks as wholes.
    number : int or None
        By which results name the sequence, where they do not use its name.
    pictures : int64 array [length] or None
        By which results name frames, where they do not count them.
    labelled : LabelledClasses or None
        Where not all classes were looked for.
    length_unsaid : bool
        Of a truth in files that was joined with predictions: nothing says how many frames there are, so that
        both sides' last is taken.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}, "truth")
    >>> side.sequences[0].frame.tolist(), side.sequences[0].track.tolist()
    ([1, 2], [7, 7])
    """

    name: str
    length: int
    frame: AnyArray
    track: Int64Array
    boxes: FloatArray
    label: Int64Array
    score: FloatArray
    attributes: Mapping[str, AnyArray] = field(default_factory=dict)
    place: str = ""
    first: int = 1
    masks: Masks | None = None
    regions: IgnoredRegions | None = None
    whole: WholeTracks | None = None
    number: int | None = None
    pictures: Int64Array | None = None
    labelled: LabelledClasses | None = None
    length_unsaid: bool = False

    def __len__(self) -> int:
        return len(self.frame)

    @refuses_other_kinds
    def place_of(self, row: int) -> str:
        """Where a row stands, for messages: the line, entry or picture where that is known."""
        entries = self.attributes.get("entry")
        if entries is not None:
            return f"{self.place}[{int(entries[row])}]"
        pictures = self.attributes.get("picture")
        if pictures is not None:
            return f"{self.place}/{pictures[row]}"
        within = self.attributes.get("within")
        if within is not None:
            return f"{self.place} {within[row]}"
        lines = self.attributes.get("line")
        if lines is not None:
            return f"{self.place} line {int(lines[row])}"
        rows = self.attributes.get("row")
        return f"{self.place} row {(row if rows is None else int(rows[row])) + 1}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Tracks:
    """One side of an evaluation of tracks: the truth, or what a tracker made of it.

    Parameters
    ----------
    source : Source
    sequences : tuple of TrackedSequence
    classes : mapping of int to str
        Number to name.
    layout : {"xywh", "xyxy"}
        What the four numbers of a box are.
    named_classes : bool
        Whether rows say their class.
    findings : tuple of Finding
    numbered : bool
        Whether one file names sequences by number, and has none where nothing was found.
    pictured : bool
        Whether rows name pictures by number, which only the truth explains: all are in one sequence, with
        the attributes ``image`` and ``video`` (-1 where it is not said).
    by_name : bool
        Whether classes are known by their names alone, so that the numbers may be those of the other side.
    first_unsaid : bool
        Whether nothing says the number of the first frame, so that a number is the frame that has it on the
        other side.
    aliases : mapping of int to int
        Numbers of classes that stand for another.
    chosen : ChosenSequences or None
        Of a truth: the sequences that a list beside it chooses.
    frame_offset : int
        What was added to the frames of the source.
    frame_step : int
        Predictions are of every so many frames.
    box_scale : float
        What the boxes of the source were multiplied by.

    Examples
    --------
    >>> from truebox.records import Source
    >>> Tracks(source=Source("gt", "mot", "MOTChallenge tracks"), sequences=(), classes={1: "pedestrian"})
    <Tracks gt: 0 objects, 0 sequences>
    """

    source: Source
    sequences: tuple[TrackedSequence, ...]
    classes: Mapping[int, str]
    layout: Literal["xywh", "xyxy"] = "xywh"
    named_classes: bool = True
    findings: tuple[Finding, ...] = ()
    numbered: bool = False
    pictured: bool = False
    by_name: bool = False
    first_unsaid: bool = False
    aliases: Mapping[int, int] = field(default_factory=dict)
    chosen: ChosenSequences | None = None
    frame_offset: int = 0
    frame_step: int = 1
    box_scale: float = 1.0

    def __len__(self) -> int:
        return sum(map(len, self.sequences))

    @property
    def has_masks(self) -> bool:
        """Whether there are masks, and no row has a box alone."""
        return any(each.masks is not None for each in self.sequences) and not self.has_boxes_alone

    @property
    def has_boxes_alone(self) -> bool:
        """Whether some row has no mask."""
        return any(len(each) > 0 and each.masks is None for each in self.sequences)

    def __repr__(self) -> str:
        return (
            f"<Tracks {self.source.name}: {grouped(len(self), 'object')}, "
            f"{grouped(len(self.sequences), 'sequence')}>"
        )
