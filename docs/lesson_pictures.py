"""Pictures of the lesson about IoU: what the cells of the page save.

`python docs/lesson_pictures.py` runs the page and keeps them.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
import warnings
from pathlib import Path

PAGE = Path(__file__).parent / "tutorials" / "iou.md"
PICTURES = PAGE.parent / "pictures"
_CELL = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def draw(folder: Path) -> None:
    """Write every picture that the page saves into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[str, object] = {"__name__": "__page__"}
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for code in _CELL.findall(PAGE.read_text(encoding="utf-8")):
            exec(code, names)
        for picture in Path(place).glob("lesson-*"):
            shutil.copy(picture, folder / picture.name)


if __name__ == "__main__":
    draw(PICTURES)
