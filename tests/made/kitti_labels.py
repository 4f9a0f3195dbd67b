"""Lines of KITTI tracking for tests, and folders of them."""

from __future__ import annotations

from pathlib import Path

LINE = (
    "{frame} {track} {kind} {truncated} {occluded} -10 {x0} 0 {x1} {height} -1 -1 -1 -1000 -1000 -1000 -10\n"
)


def kitti_line(
    track: int,
    kind: str,
    x: float,
    frame: int = 0,
    *,
    height: float = 50,
    occluded: int = 0,
    truncated: int = 0,
) -> str:
    """A box 50 wide from x on, whose top is at 0."""
    return LINE.format(
        **{"frame": frame, "track": track, "kind": kind, "truncated": truncated, "occluded": occluded},
        **{"x0": x, "x1": x + 50, "height": height},
    )


def kitti_folders(folder: Path, **sides: str) -> list[Path]:
    """Each side in a folder of its name, as the sequence 0000."""
    for side, text in sides.items():
        (folder / side).mkdir()
        (folder / side / "0000.txt").write_text(text)
    return [folder / side for side in sides]
