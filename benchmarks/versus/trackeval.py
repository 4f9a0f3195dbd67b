"""TrackEval, the reference: text to NumPy, metrics in Python, assignment by SciPy."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("trackeval") is None:
    raise ImportError("trackeval")

TOOL = "trackeval"

# No tables, plots or files, which it writes by default, and only the three families it runs by default.
EVALUATE_TRACKS = """
import contextlib, io, json, sys, warnings
from pathlib import Path
warnings.simplefilter("ignore")
truth, tracker = map(Path, sys.argv[1:3])
quiet = {"PRINT_CONFIG": False}
with contextlib.redirect_stdout(io.StringIO()):
    import trackeval
    silent = ["USE_PARALLEL", "PRINT_RESULTS", "TIME_PROGRESS"]
    silent += ["OUTPUT_SUMMARY", "OUTPUT_DETAILED", "PLOT_CURVES"]
    evaluator = trackeval.Evaluator({**quiet, **dict.fromkeys(silent, False), "BREAK_ON_ERROR": True})
    data = trackeval.datasets.MotChallenge2DBox({
        **quiet, "GT_FOLDER": str(truth), "TRACKERS_FOLDER": str(tracker.parent), "SKIP_SPLIT_FOL": True,
        "TRACKERS_TO_EVAL": [tracker.name], "BENCHMARK": "MOT17",
        "SEQ_INFO": dict.fromkeys(sorted(folder.name for folder in truth.iterdir())),
    })
    metrics = [trackeval.metrics.HOTA(), trackeval.metrics.CLEAR(quiet), trackeval.metrics.Identity(quiet)]
    found, _ = evaluator.evaluate([data], metrics)
found = found["MotChallenge2DBox"][tracker.name]["COMBINED_SEQ"]["pedestrian"]
values = [found[family][name] for family in ("HOTA", "CLEAR", "Identity") for name in sorted(found[family])]
print(json.dumps([float(value.mean() if getattr(value, "ndim", 0) else value) for value in values]))
"""
