"""Without Matplotlib the error is the command that installs it; with it, pyplot is never imported."""

from __future__ import annotations

import subprocess
import sys

_MISSING = """
import sys
sys.modules["matplotlib"] = None
import truebox as tb
try:
    tb.plotting.plot_iou((0, 0, 2, 2), (1, 1, 3, 3))
except tb.errors.MissingExtraError as error:
    print(error)
"""

_ALL = """
import io, sys, matplotlib
# Asked for the backend, Matplotlib would import pyplot itself.
settings = lambda: {key: matplotlib.rcParams[key] for key in matplotlib.rcParams if key != "backend"}
before = settings()
import truebox as tb
for name in tb.plotting.__all__:
    getattr(tb.plotting, name)
ax = tb.plotting.plot_iou((0, 0, 2, 2), (1, 1, 3, 3), labels=("Кот", "$x^2$"))
ax.figure.savefig(io.BytesIO(), format="png")
print("matplotlib.pyplot" in sys.modules, settings() == before)
"""


def _shown(script):
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_what_is_missing_is_said():
    assert _shown(_MISSING) == "Plotting needs Matplotlib. Install it with: pip install 'matplotlib>=3.8'"


def test_no_pyplot_and_no_global_setting():
    assert _shown(_ALL) == "False True"
