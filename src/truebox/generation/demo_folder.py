"""Write a world to a folder, and never over anything that is not one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from truebox._kinds import refuses_other_kinds
from truebox._writing.whole_file import whole_file
from truebox.datasets import write_coco_predictions
from truebox.errors import MissingExtraError
from truebox.generation.world_folder import MARK, world_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from truebox.generation.world import World

__all__ = ["write_world"]

MADE_BY = "truebox demo"
OWN_FILE = re.compile(r"\d{6,}\.jpg|detector_[\w-]+\.json")


@refuses_other_kinds
def write_world(
    world: World,
    folder: str | PathLike[str],
    *,
    pictures: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write a world: ``truth.json``, ``detector_<name>.json``, ``world.json`` and ``images/*.jpg``.

    All files appear together or none does. An earlier world in the folder is replaced.

    Parameters
    ----------
    world : World
        What to write.
    folder : path
        Made when absent; otherwise empty, or an earlier world.
    pictures : bool
        Whether to paint the images too.
    progress : callable or None
        Called with the number of pictures painted and of all pictures after each of them.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ArgumentError
        The folder is a file, or holds something else.
    OSError
        It cannot be written; the message names the file.
    MissingExtraError
        Pictures are wanted and Pillow is not installed; everything else has been written.

    Examples
    --------
    >>> import tempfile
    >>> from truebox.generation import make_world
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     folder = write_world(make_world(images=3), f"{parent}/small", pictures=False)
    ...     sorted(path.name for path in folder.iterdir())
    ['detector_a.json', 'detector_b.json', 'truth.json', 'world.json']
    """
    folder = Path(folder)
    missing: MissingExtraError | None = None
    written: set[Path] = set()
    with world_folder(folder, MADE_BY, then=lambda: _clear(folder, written)) as part:
        _write_files(world, part)
        try:
            if pictures:
                _paint_all(world, part / "images", progress)
        except MissingExtraError as error:
            missing = error
        written.update(path.relative_to(part) for path in part.rglob("*"))
    if missing is not None:
        raise missing
    return folder


def _write_files(world: World, folder: Path) -> None:
    """Write everything but the pictures."""
    planted = world.planted.to_dict()
    facts = {"images": len(world), "seed": world.seed, "size": world.size, "classes": world.classes}
    mark = msgspec.json.encode({"made_by": MADE_BY, **facts, "planted": planted})
    _write(folder / MARK, msgspec.json.format(mark, indent=2))
    # Not by `write_coco_truth`: this truth has outlines.
    _write(folder / "truth.json", msgspec.json.encode(world.to_coco()))
    for detector, found in zip(world.detectors, world.predictions, strict=True):
        write_coco_predictions(
            folder / f"detector_{detector.name}.json",
            image=found.image,
            category=found.category,
            boxes=found.boxes,
            scores=found.scores,
        )


def _clear(folder: Path, written: set[Path]) -> None:
    """Remove what an earlier world left and this one has not."""
    for path in (*folder.glob("detector_*.json"), *folder.glob("images/*.jpg")):
        if path.relative_to(folder) not in written and OWN_FILE.fullmatch(path.name) and path.is_file():
            path.unlink()


def _write(path: Path, document: bytes) -> None:
    with whole_file(path) as stream:
        stream.write(document + b"\n")


def _paint_all(world: World, folder: Path, progress: Callable[[int, int], None] | None) -> None:
    for row in range(len(world)):
        picture = world.draw(row)
        folder.mkdir(exist_ok=True)
        with whole_file(folder / world.truth.images.file_names[row]) as stream:
            picture.save(stream, "JPEG", quality=90)
        if progress is not None:
            progress(row + 1, len(world))
