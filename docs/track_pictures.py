"""Pictures of the page about tracks: painted frames of the demo's world, drawn on by ``truebox draw``.

``python docs/track_pictures.py`` writes them anew.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import truebox as tb

FOLDER = Path(__file__).parent / "tutorials" / "pictures"
SIZE = (960, 540)
COATS = ("#8d6a9f", "#c5cbd3", "#dda448", "#8cbcb9", "#5f7470", "#bb342f", "#4f6d9c", "#b8b08d")


def draw(folder: Path) -> None:
    """Write ``events-exchange.png`` and ``events-exchange.gif`` into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        world = Path(place, "world")
        tb.generation.write_track_world(tb.generation.make_track_world(60), world)
        paint_frames(world / "gt", Path(place, "frames"))
        command = ["draw", "world/gt", "world/trackerB", "--events", "exchange", "--images", "frames"]
        command += ["--clip", "--limit", "1", "-o", "events", "--quiet"]
        subprocess.run([sys.executable, "-m", "truebox.cli", *command], cwd=place, check=True)
        for kind in ("png", "gif"):
            (made,) = Path(place, "events").glob(f"*.{kind}")
            shutil.copy(made, folder / f"events-exchange.{kind}")


def paint_frames(truth: Path, folder: Path) -> None:
    """A street with people in coats where the truth says that they walk; the nearest in front."""
    for sequence in sorted(path for path in truth.iterdir() if path.is_dir()):
        rows = np.loadtxt(sequence / "gt" / "gt.txt", delimiter=",", ndmin=2)
        (folder / sequence.name / "img1").mkdir(parents=True)
        for frame in range(1, int(rows[:, 0].max()) + 1):
            picture = _street()
            here = rows[(rows[:, 0] == frame) & (rows[:, 7] == 1)]
            for row in here[np.argsort(here[:, 3] + here[:, 5])]:
                _person(
                    ImageDraw.Draw(picture), tuple(row[2:6]), COATS[int(row[1]) % len(COATS)], frame + row[1]
                )
            picture.save(folder / sequence.name / "img1" / f"{frame:06d}.jpg", quality=90)


def _street() -> Image.Image:
    picture = Image.new("RGB", SIZE, "#cfd5d8")
    pencil = ImageDraw.Draw(picture)
    pencil.rectangle((0, 0, SIZE[0], 150), fill="#e6e2da")
    for left in range(20, SIZE[0], 110):
        pencil.rectangle((left, 30, left + 60, 110), fill="#b9c8cf")
    for line in range(190, SIZE[1], 70):
        pencil.line((0, line, SIZE[0], line), fill="#c2c9cc", width=2)
    return picture


def _person(
    pencil: ImageDraw.ImageDraw, box: tuple[float, float, float, float], coat: str, step: float
) -> None:
    left, top, width, height = box
    middle, head = left + width / 2, height * 0.13
    swing = width * 0.22 * float(np.sin(step * 0.8))
    hip, foot = top + height * 0.58, top + height
    for side in (-swing, swing):
        leg = (middle, hip, middle + side, foot)
        pencil.line(leg, fill="#39424e", width=max(3, round(width * 0.2)))
    body = (left + width * 0.18, top + head, left + width * 0.82, hip + height * 0.06)
    pencil.rounded_rectangle(body, radius=max(2, round(width * 0.2)), fill=coat)
    pencil.ellipse((middle - head / 2, top, middle + head / 2, top + head * 1.1), fill="#d9b08c")


if __name__ == "__main__":
    draw(FOLDER)
