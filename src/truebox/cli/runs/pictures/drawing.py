"""The run behind ``truebox draw``: read, find the pictures, draw each, say what was left out."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from truebox import datasets, drawing
from truebox._writing.counted import grouped
from truebox._writing.filled_folder import filled_folder
from truebox.cli.options.geometry import choose_geometry
from truebox.cli.options.protocols import refuse_of_other_geometry, said_layouts
from truebox.cli.runs.pictures.beside import work_beside
from truebox.cli.runs.pictures.drawn_files import check_target, safe_name, save_drawn
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import counting
from truebox.cli.terminal.standard_output import write_stdout
from truebox.datasets.joining.joining import join
from truebox.drawing.pictures.picture_files import PictureFolder, row_of_picture
from truebox.errors import ArgumentError, InputError, TrueboxWarning

if TYPE_CHECKING:
    from PIL.Image import Image

    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry

__all__ = ["draw_files"]

_Draw: TypeAlias = "Callable[[Path | None, int], Image]"

_SHOWN = 3


def draw_files(
    *,
    pictures: str,
    truth: str,
    predictions: str | None,
    reading: tuple[dict[str, Any], dict[str, Any]],
    score_threshold: float,
    theme: str,
    shade: bool,
    scale: int,
    canvas: bool,
    geometry: str | None,
    image_id: str | None,
    limit: int | None,
    out: str | None,
    quiet: bool,
) -> None:
    """Draw one picture or a folder; the parameters are the options of ``truebox draw``.

    Raises
    ------
    ArgumentError
        What is to be drawn is not there, or would overwrite somebody's file.
    InputError
        A file is refused, or a file name leads out of the folder of pictures.
    """
    source = Path(pictures)
    if not source.exists():
        raise ArgumentError(f"there is no picture and no folder {pictures}")
    _refuse_flags_of_the_other(source, image_id, limit)
    records, found = _records(truth, predictions, geometry, reading)

    def draw(picture: Path | None, row: int) -> Image:
        return drawing.draw_image(
            picture,
            records,
            found,
            image_id=records.images.ids[row],
            score_threshold=score_threshold,
            theme=theme,
            shade=shade,
            scale=scale,
        )

    with warnings.catch_warnings(record=True) as noticed:
        warnings.simplefilter("always", TrueboxWarning)
        if source.is_dir():
            target, lines = _draw_folder(source, records, draw, out, limit=limit, canvas=canvas)
        else:
            target, lines = _draw_one(source, records, draw, out, image_id), []
    if not quiet:
        notify([*_left_out(found, score_threshold), *lines, *_warned(noticed)])
    write_stdout(f"{target}\n")


def _records(
    truth: str,
    predictions: str | None,
    geometry: str | None,
    reading: tuple[dict[str, Any], dict[str, Any]],
) -> tuple[Truth, Predictions | None]:
    files = [] if predictions is None else [predictions]
    chosen: Geometry = choose_geometry(geometry, files)[0] if files or geometry else "boxes"
    refuse_of_other_geometry(said_layouts(reading), [chosen])
    started = datasets.start_reading(
        truth, files, geometry=chosen, truth_options=reading[0], predictions_options=reading[1]
    )
    records, found = started.result()
    datasets.refuse_unheeded([each.source for each in found], reading[1], records.source, reading[0])
    return records, join(records, found[0]) if found else None


def _refuse_flags_of_the_other(source: Path, image_id: str | None, limit: int | None) -> None:
    if source.is_dir() and image_id is not None:
        raise ArgumentError("--image-id is for a single picture; give its file instead of the folder")
    if not source.is_dir() and limit is not None:
        raise ArgumentError("--limit is for a folder; this is a single picture")


def _draw_one(source: Path, truth: Truth, draw: _Draw, out: str | None, image_id: str | None) -> Path:
    target = Path(out) if out else Path(safe_name(f"{source.stem}-drawn{source.suffix}", set()))
    check_target(target, source)
    row = row_of_picture(truth, source) if image_id is None else _row_of_id(truth, image_id)
    save_drawn(draw(source, row), target)
    return target


def _row_of_id(truth: Truth, image_id: str) -> int:
    ids = [str(each) for each in truth.images.ids.tolist()]
    if image_id not in ids:
        raise ArgumentError(
            f"--image-id {image_id} is no image of {truth.source.name}; it has {', '.join(ids[:_SHOWN])} ..."
        )
    return ids.index(image_id)


def _draw_folder(
    source: Path, truth: Truth, draw: _Draw, out: str | None, *, limit: int | None, canvas: bool
) -> tuple[Path, list[str]]:
    target = Path(out or "drawn")
    pairs, missing = _pictures(PictureFolder(source), truth, limit, canvas)
    if not pairs:
        raise InputError(
            "E-562",
            str(source),
            f"none of the {len(truth.images)} images of {truth.source.name} has its picture here "
            f"(first: {missing[0] if missing else 'no images'})",
            "give the folder that the file names of the truth start from",
        )
    taken: set[str] = set()
    names = [safe_name(truth.images.file_names[row] or str(truth.images.ids[row]), taken) for _, row in pairs]
    if target.is_dir():
        for (path, _), name in zip(pairs, names, strict=True):
            check_target(target / name, path)
    try:
        with filled_folder(target) as part, counting("Drawing") as progress:
            work_beside(lambda at: save_drawn(draw(*pairs[at]), part / names[at]), len(pairs), progress)
    except (FileExistsError, NotADirectoryError):
        raise ArgumentError(
            f"--out {target}: this is, or lies below, a file; give the path of a folder"
        ) from None
    return target, [_summary(target, len(pairs), missing)]


def _pictures(
    folder: PictureFolder, truth: Truth, limit: int | None, canvas: bool
) -> tuple[list[tuple[Path | None, int]], list[str]]:
    """Pictures with the row of their image, and the names of images without one.

    With `canvas` these have a place in the list too, without a picture.
    """
    pairs: list[tuple[Path | None, int]] = []
    missing: list[str] = []
    for row in range(len(truth.images)):
        if limit is not None and len(pairs) >= limit:
            break
        path = folder.find(truth, row)
        if path is None and not canvas:
            missing.append(truth.images.file_names[row] or str(truth.images.ids[row]))
        else:
            pairs.append((path, row))
    return pairs, missing


def _summary(target: Path, count: int, missing: Sequence[str]) -> str:
    line = f"{target}: {grouped(count, 'picture')} drawn"
    if missing:
        shown = ", ".join(missing[:_SHOWN]) + (", ..." if len(missing) > _SHOWN else "")
        line += f"; {len(missing):,} images have no picture here ({shown})"
    return line


def _left_out(found: Predictions | None, least: float) -> list[str]:
    if found is None:
        return []
    count = int((found.scores < least).sum())
    if count == 0:
        return []
    return [
        f"{count:,} of {len(found):,} predictions score below {least:g} and are left out (--score-threshold)"
    ]


def _warned(noticed: Sequence[warnings.WarningMessage]) -> list[str]:
    lines = list(
        dict.fromkeys(str(each.message) for each in noticed if issubclass(each.category, TrueboxWarning))
    )
    more = [f"... and {len(lines) - _SHOWN} more like these"] if len(lines) > _SHOWN else []
    return lines[:_SHOWN] + more
