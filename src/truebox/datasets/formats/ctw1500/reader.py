"""Curves of SCUT-CTW1500 as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from truebox.datasets.columns.plain.outlines import outline_predictions
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.folders.one_file import refuse_second
from truebox.datasets.folders.picture_folder import size_of_picture
from truebox.datasets.formats.ctw1500.format import BEFORE_WORD, CORNERS, FORMAT, OFFSETS
from truebox.datasets.texts.label_lines import label_lines, numbers_of
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_LABEL, _NOT_READ = "text", "###"


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """Words in the order of their files; those that are not to be read are ignored."""
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    rows.categories(options.classes or ())
    label = next(iter(options.classes or ()), _LABEL)
    seen: dict[str, str] = {}
    for file, name in files_in(path, ".txt"):
        key = _image(name)
        refuse_second(seen, key, str(file), path)
        width, height = size_of_picture(options, key)
        image = rows.image(key, width=width, height=height)
        for place, words in label_lines(file, ","):
            try:
                corners, text = _word(words, place)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(
                image,
                rows.category(label),
                extent(corners),
                place,
                ignore=text == _NOT_READ,
                polygons=[corners],
                attributes={"text": text},
            )
    return rows.truth()


def _image(name: str) -> str:
    stem = PurePosixPath(without_suffix(name)).name
    return str(int(stem)) if stem.isdecimal() else stem


def _word(words: Sequence[str], place: str) -> tuple[list[float], str]:
    """Corners and text."""
    if len(words) == OFFSETS and not words[CORNERS].startswith(BEFORE_WORD):
        numbers = numbers_of(words, place, _names(OFFSETS))
        return [numbers[k % 2] + each for k, each in enumerate(numbers[4:])], ""
    if len(words) > CORNERS and words[CORNERS].startswith(BEFORE_WORD):
        text = ",".join(words[CORNERS:]).removeprefix(BEFORE_WORD)
        return numbers_of(words[:CORNERS], place, _names(CORNERS)), text
    problem = f"the line has {len(words)} columns, need 32 numbers, or 28 and {BEFORE_WORD} with the word"
    raise InputError("E-421", place, problem, "complete the line, or name another format")


@cache
def _names(count: int) -> list[str]:
    return [f"{'xy'[k % 2]}{k // 2 + 1}" for k in range(count)]


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Detections in the order of their files, x before y; every score is 1."""
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    label = next(iter(options.classes or ()), _LABEL)
    seen: dict[str, str] = {}
    files = files_in(path, ".txt")
    keys = [_image(name) for _, name in files]
    for (file, _), key in zip(files, keys, strict=True):
        refuse_second(seen, key, str(file), path)
    plain = outline_predictions([file for file, _ in files], keys, label, source, options)
    if plain is not None:
        return plain
    rows = PredictionRows(source, options)
    for (file, _), key in zip(files, keys, strict=True):
        for place, words in label_lines(file, ","):
            try:
                if len(words) % 2 or len(words) < 6:
                    problem = (
                        f"the line has {len(words)} columns, need x1,y1,x2,y2,... of three corners or more"
                    )
                    raise InputError("E-421", place, problem, "complete the line")
                corners = numbers_of(words, place, _names(len(words)))
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(key, label, extent(corners), 1.0, place, polygons=[corners])
    return rows.predictions()
