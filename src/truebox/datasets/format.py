"""What every format offers: recognise, read, write."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from truebox._frozen import dataclass

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.place import Place
    from truebox.datasets.splitting.splits import Splits
    from truebox.records import Images, Predictions, Truth

__all__ = ["Evidence", "Format", "NotHeld", "Role"]

Role: TypeAlias = Literal["truth", "predictions"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a place seems to hold a format.

    Parameters
    ----------
    strength : int
        1 where only a name or a suffix fits, 2 where the structure fits, 3 where nothing else has it.
    text : str
        The evidence in words, such as ``"labels/*.txt with 5 numbers a line"``.
    """

    strength: int
    text: str


@dataclass(frozen=True, slots=True)
class NotHeld:
    """Something a format cannot hold: `what`, and how many rows lose it."""

    what: str
    count: int


@dataclass(frozen=True, slots=True, init=False)
class Format:
    """One way to keep annotations; each folder of `truebox.datasets.formats` has one in its ``format.py``.

    Reading and writing are named as ``"module:function"`` in the folder of `recognise`, and imported when
    they are first called: recognising a file loads no reader.

    Parameters
    ----------
    name : str
        As in ``--truth-format``.
    title : str
        What a person reads, such as ``"YOLO labels"``.
    recognise : callable
        ``(place, role)`` to `Evidence`, or None where it is something else. Must not raise, and must stand in
        the folder of the format.
    read_truth, read_predictions : str, optional
        ``(path, options)`` to records; left out where the format has no such side.
    boxes : str
        What the four numbers of a row mean, one of `BOX_READINGS`, or ``"open"`` where the readers look
        at `ReadOptions.box_format` themselves.
    heeds : tuple of str
        Which of `ReadOptions.classes`, ``columns``, ``pixel_origin`` and ``task`` say something to its
        readers, and ``box_format`` where `boxes` is ``"open"``; by default ``classes`` alone. What no file
        heeds is refused.
    bare : bytes, optional
        A regular expression of what stands in its JSON files even where they hold no object: nothing else
        tells the format then, and the caller is asked.
    splits : str, optional
        ``(path)`` to the `Splits` of a truth, which its reader knows by `ReadOptions.split`, or None where it
        has none; left out where splits can only be folders or files of their own.
    benchmark : str, optional
        The protocol by which the data sets in this format are reported, where they have one of their own.
    rotated : str, optional
        ``(path, role, task)`` to what speaks for rotated boxes, in words, or nothing; left out where the
        format has none.
    masked : str, optional
        ``(path)`` of predictions to what says that they are masks and nothing else, in words, or nothing;
        left out where a format that is no COCO JSON leaves none without boxes.
    write_truth, write_predictions : str, optional
        ``(records, path)`` to what could not be held; for predictions ``(truth, records, path)``.
        Nothing half-written stays behind, and records with a box or a score that is not finite are refused
        before (E-138, E-139), and names that do not tell classes or images apart (E-433, E-448).
    by_ids : bool
        Whether what it writes tells images and classes apart by ids, so that names may be empty or shared.
    image_values : str, optional
        ``(path, images)`` to name to image id to value, of what a truth says of its images beside what was
        read: what they can be grouped by. Read when asked for.
    parsed : callable, optional
        Whether parsed data, given instead of a path, is of this format; left out where it is not taken.
    parsed_truth, parsed_predictions : str, optional
        ``(data, options)`` to records.

    Attributes
    ----------
    read_truth, read_predictions, splits, rotated, masked, image_values, parsed_truth, parsed_predictions
        The functions named, or None.
    write_truth, write_predictions : callable or None
        Likewise.

    Examples
    --------
    >>> from truebox.datasets.registry import all_formats
    >>> all_formats()["createml"].read_truth
    <truebox.datasets.formats.createml.reader:read_truth>
    >>> all_formats()["createml"].read_predictions is None
    True
    """

    name: str
    title: str
    recognise: Callable[[Place, Role], Evidence | None]
    boxes: str
    heeds: tuple[str, ...]
    bare: bytes | None
    benchmark: str | None
    read_truth: Callable[[Path, ReadOptions], Truth] | None
    read_predictions: Callable[[Path, ReadOptions], Predictions] | None
    splits: Callable[[Path], Splits | None] | None
    rotated: Callable[[Path, Role, str | None], str] | None
    masked: Callable[[Path], str] | None
    write_truth: Callable[[Truth, Path], tuple[NotHeld, ...]] | None
    write_predictions: Callable[[Truth, Predictions, Path], tuple[NotHeld, ...]] | None
    image_values: Callable[[Path, Images], dict[str, dict[Any, object]]] | None
    parsed: Callable[[object], bool] | None
    parsed_truth: Callable[[Any, ReadOptions], Truth] | None
    parsed_predictions: Callable[[Any, ReadOptions], Predictions] | None

    def __init__(
        self,
        *,
        name: str,
        title: str,
        recognise: Callable[[Place, Role], Evidence | None],
        boxes: str = "xywh",
        heeds: tuple[str, ...] = ("classes",),
        bare: bytes | None = None,
        benchmark: str | None = None,
        read_truth: str | None = None,
        read_predictions: str | None = None,
        splits: str | None = None,
        rotated: str | None = None,
        masked: str | None = None,
        write_truth: str | None = None,
        write_predictions: str | None = None,
        by_ids: bool = False,
        image_values: str | None = None,
        parsed: Callable[[object], bool] | None = None,
        parsed_truth: str | None = None,
        parsed_predictions: str | None = None,
    ) -> None:
        folder = recognise.__module__.rpartition(".")[0]
        writing = _Writing if by_ids else _WritingNames
        held = {
            "name": name,
            "title": title,
            "recognise": recognise,
            "boxes": boxes,
            "heeds": heeds if boxes == "open" else (*heeds, "box_format"),
            "bare": bare,
            "benchmark": benchmark,
            "read_truth": _named(folder, read_truth),
            "read_predictions": _named(folder, read_predictions),
            "splits": _named(folder, splits),
            "rotated": _named(folder, rotated),
            "masked": _named(folder, masked),
            "write_truth": _named(folder, write_truth, writing),
            "write_predictions": _named(folder, write_predictions, writing),
            "image_values": _named(folder, image_values),
            "parsed": parsed,
            "parsed_truth": _named(folder, parsed_truth),
            "parsed_predictions": _named(folder, parsed_predictions),
        }
        for field_name, value in held.items():
            object.__setattr__(self, field_name, value)


class _Named:
    """A function known by its name; its module is imported when it is first called."""

    __slots__ = ("_function", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._function: Callable[..., Any] | None = None

    def __call__(self, *given: Any) -> Any:
        return self.found()(*given)

    def found(self) -> Callable[..., Any]:
        """The function itself."""
        if self._function is None:
            module, _, name = self._name.partition(":")
            self._function = getattr(import_module(module), name)
        return self._function

    def __repr__(self) -> str:
        return f"<{self._name}>"


class _Writing(_Named):
    """A function that writes records to the path that is its last argument: none whose numbers are none."""

    __slots__ = ()

    def __call__(self, *given: Any) -> Any:
        refuse = import_module("truebox.datasets.outgoing.finite").refuse_unfinite
        for side in given[:-1]:
            refuse(side)
        try:
            return self.found()(*given)
        except UnicodeEncodeError as error:
            names = import_module("truebox.datasets.outgoing.names_apart")
            names.refuse_halves(given[0])
            raise names.half_a_character(given[0], error.object[error.start]) from None


class _WritingNames(_Writing):
    """The same of a format that knows images and classes by their names."""

    __slots__ = ()

    def __call__(self, *given: Any) -> Any:
        refuse = import_module("truebox.datasets.outgoing.names_apart").refuse_names_not_apart
        refuse(given[0], given[-2])
        return super().__call__(*given)


def _named(folder: str, name: str | None, kind: type[_Named] = _Named) -> _Named | None:
    return None if name is None else kind(f"{folder}.{name}")
