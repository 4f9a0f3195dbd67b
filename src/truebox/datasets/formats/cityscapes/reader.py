"""Instances of Cityscapes as records; the facts relied on stand in `format`."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from truebox._native.many_calls import by_all_threads
from truebox._writing.saying import say
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in
from truebox.datasets.folders.one_file import refuse_second
from truebox.datasets.folders.picture_masks import masks_of_pictures
from truebox.datasets.formats.cityscapes.format import FORMAT, TRUTH_ENDING, WORDS, image_of
from truebox.datasets.formats.cityscapes.labels import INSTANCES, LABELS, VOID
from truebox.datasets.formats.cityscapes.pictures import GREY, GREYS, read_ids, read_mask
from truebox.datasets.texts.label_lines import label_lines, number_of
from truebox.errors import InputError
from truebox.masks import encode_masks, mask_area, mask_to_box, masks_to_compressed
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.masks import Masks
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray

__all__ = ["read_predictions", "read_truth"]

_PER_LABEL = 1000
_AT_ONCE = 64
"""Pictures whose masks are held until they are written shorter."""
_MASKS_AT_ONCE = 2048
"""The same of pictures with one mask each; a text file's are read together in any case."""


class _Line(NamedTuple):
    """A detection as its line says it; the picture's path has no links."""

    place: str
    picture: str
    label: str
    score: float


class _Folder(NamedTuple):
    """A folder that lines name: its path without links, whether it is inside, and what is no link there."""

    real: str
    inside: bool
    plain: frozenset[str]


class _Mask(NamedTuple):
    """Height and width of the picture, box, pixels and run lengths of the mask."""

    size: tuple[int, int]
    box: list[float]
    area: float
    text: bytes


_Instances: TypeAlias = tuple[tuple[int, int], list[tuple[int, _Mask]]]
"""The size of a picture, and its masks by the ids of their pixels."""


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Instances; groups and void areas as crowds, with the id of their pixels as `instance`."""
    rows = TruthRows(
        Source(str(path), FORMAT.name, FORMAT.title, path),
        _without_classes(path, options),
        first_class=0,
        numbered=True,
    )
    rows.categories(LABELS)
    seen: dict[str, str] = {}
    files = files_in(path, TRUTH_ENDING)
    for (file, name), found in zip(
        files, _instances([file for file, _ in files], options.threads), strict=True
    ):
        key = image_of(name)
        refuse_second(seen, key, name, path)
        (height, width), masks = found or _read_alone(file)
        image = rows.image(key, width=width, height=height, file_name=f"{key}_leftImg8bit.png")
        for value, label, mask in [(value, _label(value, file), mask) for value, mask in masks]:
            if label in INSTANCES | VOID:
                rows.add(
                    image,
                    rows.category(label),
                    mask.box,
                    f"{file} id {value}",
                    area=mask.area,
                    crowd=value < _PER_LABEL,
                    mask=(mask.size, mask.text),
                    attributes={"instance": value},
                )
    return rows.truth()


def _instances(files: Sequence[Path], threads: int | None) -> Iterator[_Instances | None]:
    """What each picture holds; None where it is to be read alone."""
    for first in range(0, len(files), _AT_ONCE):
        read = masks_of_pictures(files[first : first + _AT_ONCE], GREYS, apart=True, threads=threads)
        taken = np.array([_is_taken(value) for value in read.values.tolist()], dtype=bool)
        bounds = np.append(0, np.cumsum(taken))[read.bounds].tolist()
        masks, values = _told(read.masks[np.flatnonzero(taken)]), read.values[taken].tolist()
        for k, (plain, size) in enumerate(zip(read.plain.tolist(), read.sizes.tolist(), strict=True)):
            part = slice(bounds[k], bounds[k + 1])
            yield (tuple(size), [*zip(values[part], masks[part], strict=True)]) if plain else None


def _read_alone(file: Path) -> _Instances:
    ids = read_ids(file)
    # One at a time: a picture may claim more pixels than memory holds a mask of each value for.
    values = [each for each in np.unique(ids).tolist() if _label(each, file) in INSTANCES | VOID]
    return _size(ids), [(each, _told(encode_masks(ids == each))[0]) for each in values]


def _told(masks: Masks) -> list[_Mask]:
    told = (
        masks.sizes.tolist(),
        mask_to_box(masks).tolist(),
        mask_area(masks).tolist(),
        masks_to_compressed(masks),
    )
    return [
        _Mask((height, width), box, float(area), text)
        for (height, width), box, area, text in zip(*told, strict=True)
    ]


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections in the order of their files; those without any pixel are left out, as the kit does."""
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path), _without_classes(path, options))
    seen: dict[str, str] = {}
    folder = os.path.realpath(path if path.is_dir() else path.parent)
    folders: dict[str, _Folder] = {}
    held: list[tuple[str, list[_Line | InputError]]] = []
    count = 0
    for file, name in files_in(path, ".txt"):
        image = image_of(name)
        try:
            refuse_second(seen, image, name, path)
            lines = _lines(file, folder, folders)
        except InputError:
            _add(rows, held, options)  # what is wrong before is said first
            raise
        held.append((image, lines))
        count += len(lines)
        if count >= _MASKS_AT_ONCE:
            _add(rows, held, options)
            held, count = [], 0
    _add(rows, held, options)
    return rows.predictions()


def _add(
    rows: PredictionRows, held: Sequence[tuple[str, list[_Line | InputError]]], options: ReadOptions
) -> None:
    """Read the masks of the lines of some images together, and add what they say."""
    with closing(_masks([line for _, lines in held for line in lines], options.threads)) as masks:
        for image, lines in held:
            for line, mask in zip(lines, masks, strict=False):  # of the images behind too
                if isinstance(mask, InputError):
                    options.errors.refuse(mask)
                elif not isinstance(line, InputError) and mask is not None:
                    rows.add(image, line.label, mask.box, line.score, line.place, mask=(mask.size, mask.text))


def _without_classes(path: Path, options: ReadOptions) -> ReadOptions:
    if options.classes and tuple(options.classes) != LABELS:
        problem = "the numbers of Cityscapes have names of their own"
        raise InputError("E-429", str(path), problem, "leave out --classes")
    return options


def _number(value: int) -> int:
    """The number of the label behind the id of a pixel."""
    return value if value < _PER_LABEL else value // _PER_LABEL


def _is_taken(value: int) -> bool:
    """Whether pixels of this id are objects or void; or of no label, which is refused where they are used."""
    number = _number(value)
    return number >= len(LABELS) or LABELS[number] in INSTANCES | VOID


def _label(value: int, file: Path) -> str:
    """The name behind the id of a pixel."""
    number = _number(value)
    if not 0 <= number < len(LABELS):
        problem = (
            f"pixels have the id {value}, and there is no label {number}: they are 0 to {len(LABELS) - 1}"
        )
        raise InputError("E-429", str(file), problem, "write ids of labels (labelIds), not trainIds")
    return LABELS[number]


def _lines(file: Path, folder: str, folders: dict[str, _Folder]) -> list[_Line | InputError]:
    """What each line says, or what is wrong with it; `folders` holds those seen, by where they lie."""
    found: list[_Line | InputError] = []
    named: dict[str, str] = {}
    above = os.fspath(file.parent)

    def picture_of(word: str) -> tuple[str, bool]:
        return _picture(word, above, folder, folders)

    for place, words in label_lines(file):
        try:
            line = _line(words, place, picture_of)
            if line.picture in named:
                before = named[line.picture].rpartition(" ")[2]
                problem = f"the mask {say(words[0])} is that of line {before} too"
                raise InputError("E-421", place, problem, "give every detection a mask of its own")
            named[line.picture] = place
            found.append(line)
        except InputError as error:
            found.append(error)
    return found


def _masks(lines: Sequence[_Line | InputError], threads: int | None) -> Generator[_Mask | InputError | None]:
    """The mask of each line; None where it has no pixel, else what is wrong."""
    named = [line.picture for line in lines if isinstance(line, _Line)]
    read = masks_of_pictures(named, GREY, apart=False, threads=threads)
    masks = iter(_told(read.masks))
    plain = zip(read.plain.tolist(), np.diff(read.bounds).tolist(), strict=True)
    alone = [picture for picture, each in zip(named, read.plain.tolist(), strict=True) if not each]
    # A thread holds the pixels of one picture at a time.
    by_pillow = by_all_threads(_encoded, alone, threads)
    for line in lines:
        if isinstance(line, InputError):
            yield line
            continue
        is_plain, has_mask = next(plain)
        if is_plain:
            yield next(masks) if has_mask else None
        else:
            yield next(by_pillow)


def _encoded(picture: str) -> _Mask | InputError | None:
    """The mask of a picture; None where it has no pixel, else what is wrong."""
    try:
        pixels = read_mask(Path(picture))
    except InputError as error:
        return error
    return _told(encode_masks(pixels))[0] if pixels.any() else None


def _line(words: Sequence[str], place: str, picture_of: Callable[[str], tuple[str, bool]]) -> _Line:
    """What a line says."""
    if len(words) != WORDS:
        problem = f"the line has {len(words)} words, need 3: a mask's path, a label and a confidence"
        raise InputError("E-421", place, problem, "complete the line; paths have no blanks")
    number = int(number_of(words[1], place, "the label"))
    if not 0 <= number < len(LABELS):
        problem = f"there is no label {number}: they are 0 to {len(LABELS) - 1}"
        raise InputError("E-429", place, problem, "write ids of labels, such as 26 for a car")
    picture, inside = picture_of(words[0])
    if not inside:
        problem = f"the mask {say(words[0])} is not inside the folder of the predictions"
        raise InputError("E-421", place, problem, "write paths relative to the text file, inside that folder")
    return _Line(place, picture, LABELS[number], number_of(words[2], place, "the confidence"))


def _picture(word: str, above: str, folder: str, folders: dict[str, _Folder]) -> tuple[str, bool]:
    """Where a picture lies, without links, and whether that is in the folder; a folder is looked at once."""
    below, name = os.path.split(word)
    asked = os.path.join(above, below)
    if asked not in folders:
        real = os.path.realpath(asked)
        inside = _is_in(folder, real)
        folders[asked] = _Folder(real, inside, _plain_names(real) if inside else frozenset())
    real, inside, plain = folders[asked]
    picture = os.path.join(real, name)
    if name not in plain:
        picture = os.path.realpath(picture)
        inside = _is_in(folder, picture)
    return picture, inside and not os.path.isabs(word)


def _plain_names(folder: str) -> frozenset[str]:
    """What is no link; nothing of a folder that cannot be listed, of which who opens a picture says why."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries if not entry.is_symlink())
    except OSError:
        return frozenset()


def _is_in(folder: str, path: str) -> bool:
    return os.path.commonpath([folder, path]) == folder


def _size(pixels: AnyArray) -> tuple[int, int]:
    return int(pixels.shape[0]), int(pixels.shape[1])
