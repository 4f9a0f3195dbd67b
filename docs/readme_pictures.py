"""Pictures of the README: `python docs/readme_pictures.py` writes them anew.

The terminal shows what the command prints on the demo's world; the thresholds, boxes that just pass
each threshold, alone and on a picture of the demo.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

import truebox as tb

PICTURES = Path(__file__).parent / "pictures"
COMMAND = ["eval", "truth.json", "detector_b.json", "--color", "always"]
COLUMNS = 112


def terminal() -> None:
    with tempfile.TemporaryDirectory() as folder:
        truebox = [sys.executable, "-m", "truebox.cli"]
        subprocess.run(
            [*truebox, "demo", "world", "--no-pictures"], cwd=folder, check=True, capture_output=True
        )
        shown = subprocess.run(
            [*truebox, *COMMAND],
            cwd=Path(folder) / "world",
            check=True,
            capture_output=True,
            env={**os.environ, "COLUMNS": str(COLUMNS)},
        ).stdout.decode()
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ truebox eval truth.json detector_b.json", style="bold"))
    console.print(Text.from_ansi(shown))
    picture = console.export_svg(title="truebox eval", theme=MONOKAI, unique_id="truebox")
    # No font is fetched: the reader's own monospace serves.
    picture = re.sub(r"@font-face\s*\{.*?\}", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code", "ui-monospace").replace(
        "font-variant: east-asian-width full-width;", ""
    )
    (PICTURES / "terminal.svg").write_text(picture, encoding="utf-8")


def thresholds() -> None:
    tb.plotting.plot_thresholds((50, 50, 150, 150), step=1).savefig(PICTURES / "thresholds.png", dpi=90)
    world = tb.generation.make_world()
    box = tb.Box.from_format(world.truth.boxes[world.truth.image.values == 10][0], "xywh")
    figure = tb.plotting.plot_thresholds(box, world.draw(9), step=1)
    figure.savefig(PICTURES / "thresholds-photo.png", dpi=90)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    terminal()
    thresholds()
