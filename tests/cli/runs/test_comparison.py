"""The run behind ``truebox compare``: what it hands on."""

from __future__ import annotations

import inspect

from truebox.cli.commands.compare import compare_command
from truebox.cli.options.reading_flags import READING_FLAGS
from truebox.cli.runs.comparison import compare_files
from truebox.cli.runs.prepared import prepared_records
from truebox.evaluation import evaluate


def test_every_option_reaches_the_run_or_evaluate() -> None:
    tracks = {"sequences", "rules", "frame_offset", "frame_step", "box_scale"}
    own = {name for run in (compare_files, prepared_records) for name in inspect.signature(run).parameters}
    gates = {"fail_under", "max_drop", "significant", "unjudged"}
    evaluated = set(inspect.signature(evaluate).parameters)
    reading = {name.removeprefix("--").replace("-", "_") for name in READING_FLAGS}
    outputs = {"json", "csv", "md", "latex", "junit", "debug", "help"}
    for param in compare_command.params:
        assert param.name in own | evaluated | reading | outputs | gates | tracks
