"""Every value that has a chart draws it: on the axes it is given, without knowing Matplotlib itself."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import subprocess
import sys
import tempfile
import warnings
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from diagnosed_results import made_result
from made_comparisons import make_comparison, make_pair
from made_panoptic import made_class, made_panoptic
from track_worlds import make_tracks

import truebox as tb
from truebox.showing import Plotted

pytest.importorskip("matplotlib", reason="charts need Matplotlib: pip install 'matplotlib>=3.8'")


@functools.cache
def diagnosed():
    return tb.diagnosis.diagnose(made_result(), replicates=100)


@functools.cache
def reconciled():
    result = made_result()
    return tb.diagnosis.reconcile(result.truth, result.predictions, between=("coco", "voc"))


@functools.cache
def streamed():
    evaluator = tb.Evaluator({1: "cat"}, mode="corrected")
    box = {"boxes": [[0, 0, 30, 30]], "labels": [1]}
    evaluator.update([box], [{**box, "scores": [0.5]}])
    return evaluator.result()


@functools.cache
def tracked():
    return tb.tracking.evaluate(*make_tracks(1, 20, 9).sides)


@functools.cache
def followed():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("truth/walk/groundtruth_rect.txt", "found/walk.txt"):
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("10,10,20,40\n12,10,20,40\n", encoding="utf-8")
        return tb.evaluate(Path(folder, "truth"), Path(folder, "found"), protocol="otb")


# Class of the value -> the value. Every class that inherits `Plotted` is here.
VALUES = {
    "Box": lambda: tb.Box(50, 50, 150, 100),
    "Calibration": lambda: tb.diagnosis.calibration(made_result()),
    "CocoBreakdown": lambda: tb.diagnosis.coco_analysis(made_result()),
    "Comparison": make_comparison,
    "ConfidenceCurve": lambda: tb.diagnosis.confidence_curves(made_result()).per_class[0],
    "ConfidenceCurves": lambda: tb.diagnosis.confidence_curves(made_result()),
    "ConfusionMatrix": lambda: tb.diagnosis.confusion_matrix(made_result()),
    "Diagnosis": diagnosed,
    "ErrorBreakdown": lambda: tb.diagnosis.errors(made_result()),
    "FollowedResult": followed,
    "Intervals": lambda: tb.diagnosis.intervals(made_result(), replicates=100),
    "LabelErrors": lambda: tb.diagnosis.label_errors(made_result()),
    "Lrp": lambda: tb.diagnosis.optimal_lrp(made_result()),
    "MatchTable": lambda: made_result().matches,
    "OperatingPoints": lambda: tb.diagnosis.operating_points(made_result()),
    "PairComparison": make_pair,
    "PanopticResult": lambda: made_panoptic([made_class(1, "cat", 0.5)]),
    "Reconciliation": reconciled,
    "Result": made_result,
    "Slices": lambda: tb.diagnosis.slices(made_result()),
    "StreamedResult": streamed,
    "Ties": lambda: tb.diagnosis.ties(made_result()),
    "TrackResult": tracked,
}


def plotted_classes() -> dict[str, type[Plotted]]:
    """Every class of the package that inherits `Plotted`, by name."""
    found = {}
    for room in ("boxes", "evaluation", "diagnosis", "tracking", "records", "masks", "matching"):
        package = importlib.import_module(f"truebox.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            try:
                held = importlib.import_module(module.name)
            except tb.errors.MissingExtraError:
                continue
            for value in vars(held).values():
                if isinstance(value, type) and issubclass(value, Plotted) and value is not Plotted:
                    found[value.__name__] = value
    return found


def empty_axes():
    from matplotlib.figure import Figure

    return Figure().add_subplot()


def test_every_class_is_tried():
    assert set(plotted_classes()) == set(VALUES)


def test_every_class_names_a_function():
    named = {kind._plotted_by for kind in plotted_classes().values()}
    assert named <= set(tb.plotting.__all__)


@pytest.mark.parametrize("name", VALUES)
def test_a_value_draws_on_the_axes_given(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.errors.TrueboxWarning)
        value = VALUES[name]()
    assert type(value).__name__ == name
    ax = empty_axes()
    assert value.plot(ax=ax) is ax
    assert ax.get_title()
    assert ax.lines or ax.patches or ax.collections or ax.images
    ax.figure.canvas.draw()


def test_without_axes_a_figure_is_made():
    first, second = tb.Box(0, 0, 2, 2).plot(), tb.Box(0, 0, 2, 2).plot()
    assert first.figure is not second.figure


def test_options_reach_the_function():
    matrix = tb.diagnosis.confusion_matrix(made_result())
    shown = {text.get_text() for text in matrix.plot(normalise="truth").texts}
    assert shown
    assert all(0 < float(text) <= 1 for text in shown)
    with pytest.raises(TypeError, match="colour"):
        matrix.plot(colour="red")


def test_two_boxes_are_drawn_with_their_overlap():
    # The IoU of this pair with pixels counted inclusively is that of the classic tutorial: 0.7980.
    ax = tb.Box(39, 63, 203, 112).plot(tb.Box(54, 66, 198, 114), pixels="inclusive")
    assert ax.get_title().splitlines()[0] == "IoU: 0.7980"


def test_values_stay_frozen_and_without_dict():
    box = tb.Box(0, 0, 2, 2)
    assert not hasattr(box, "__dict__")
    with pytest.raises(FrozenInstanceError):
        box.x_min = 1.0


_LIGHT = """
import sys
import truebox as tb
from truebox import boxes, diagnosis, evaluation
tb.Box(0, 0, 2, 2), diagnosis.Ties, evaluation.Result
print(*sorted({name for name in sys.modules if name.split(".")[0] == "matplotlib" or "plotting" in name}))
"""

_MISSING = """
import sys
sys.modules["matplotlib"] = None
import truebox as tb
try:
    tb.Box(0, 0, 2, 2).plot()
except tb.errors.MissingExtraError as error:
    print(error)
"""


def printed_by(script: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_values_are_imported_without_charts():
    assert printed_by(_LIGHT) == ""


def test_without_matplotlib_the_command_that_installs_it_is_said():
    assert printed_by(_MISSING) == "Plotting needs Matplotlib. Install it with: pip install 'matplotlib>=3.8'"
