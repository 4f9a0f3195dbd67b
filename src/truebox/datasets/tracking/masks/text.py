"""Lines of tracked masks: ``frame id class height width run-lengths``, of MOTS and KITTI MOTS."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.texts.label_lines import label_lines, whole_of
from truebox.datasets.tracking.masks.rows import MaskRows
from truebox.errors import InputError
from truebox.masks import masks_from_compressed

if TYPE_CHECKING:
    from truebox.masks import Masks

__all__ = ["read_mask_text"]

_COLUMNS = 6
_LARGEST = 1 << 16


def read_mask_text(file: Path) -> MaskRows:
    r"""The rows of a file, in its order; frames as written.

    Raises
    ------
    InputError
        A line has not six words (E-421), a number is none (E-422), run lengths do not fill their picture
        (E-160 to E-165).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "0002.txt"
    ...     _ = file.write_text("0 2001 2 1 5 23\n")
    ...     rows = read_mask_text(file)
    >>> rows.track, rows.label, rows.masks.runs.tolist()
    ([2001], [2], [2, 3])
    """
    rows = MaskRows(place=str(file))
    sizes, counts = [], []
    for place, words in label_lines(file):
        if len(words) != _COLUMNS:
            problem = f"the line has {len(words)} words, need {_COLUMNS}"
            fix = "write frame, id, class, height, width and compressed run lengths, divided by blanks"
            raise InputError("E-421", place, problem, fix)
        height, width = (_length(words[k], place, what) for k, what in ((3, "height"), (4, "width")))
        rows.add(
            frame=whole_of(words[0], place, "frame"),
            track=whole_of(words[1], place, "id"),
            label=whole_of(words[2], place, "class"),
            line=int(place.rpartition(" ")[2]),
        )
        sizes.append((height, width))
        counts.append(words[5])
    rows.masks = _masks(rows, counts, sizes, file)
    return rows


def _length(word: str, place: str, what: str) -> int:
    number = whole_of(word, place, what)
    if not 0 < number <= _LARGEST:
        raise InputError("E-163", place, f"{what} is {number}", "write the height and width of the picture")
    return number


def _masks(rows: MaskRows, counts: list[str], sizes: list[tuple[int, int]], file: Path) -> Masks:
    if not counts:
        return rows.masks
    try:
        return masks_from_compressed(counts, sizes, name="masks")
    except InputError as error:
        line = rows.line[error.row] if error.row is not None else 0
        raise InputError(error.code, f"{file} line {line}", error.problem, error.fix, row=error.row) from None
