"""What a command does once its options are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.cli.runs.comparison import compare_files
    from truebox.cli.runs.evaluation import evaluate_files
    from truebox.cli.runs.gating import check_planned, finish
    from truebox.cli.runs.pictures.drawing import draw_files
    from truebox.cli.runs.pictures.event_drawing import draw_events
    from truebox.cli.runs.report_page import page_text, placed_page
    from truebox.cli.runs.serving import serve
    from truebox.cli.runs.step_summary import append_step_summary
    from truebox.cli.runs.tracking import run_tracking

__all__ = [
    "append_step_summary",
    "check_planned",
    "compare_files",
    "draw_events",
    "draw_files",
    "evaluate_files",
    "finish",
    "page_text",
    "placed_page",
    "run_tracking",
    "serve",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "comparison": "compare_files",
        "pictures.drawing": "draw_files",
        "evaluation": "evaluate_files",
        "pictures.event_drawing": "draw_events",
        "gating": "check_planned finish",
        "report_page": "page_text placed_page",
        "serving": "serve",
        "step_summary": "append_step_summary",
        "tracking": "run_tracking",
    },
)
