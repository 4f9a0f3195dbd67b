"""Without Pillow the error is the command that installs it."""

from __future__ import annotations

import subprocess
import sys

_SCRIPT = """
import sys
sys.modules["PIL"] = None
import truebox as tb
assert sorted(tb.drawing.THEMES) == ["classic", "grey", "night", "safe"]
try:
    tb.drawing.draw_boxes((10, 10))
except tb.errors.MissingExtraError as error:
    print(error)
"""


def test_themes_are_there_and_drawing_says_what_is_missing():
    shown = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "Drawing on pictures needs Pillow. Install it with: pip install 'pillow>=10.1'"
