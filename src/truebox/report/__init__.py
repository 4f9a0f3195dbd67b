"""A result as text: table, JSON, CSV, Markdown, LaTeX, JUnit, the reference's lines, a page for browsers.

Every ``to_`` function takes results and returns text; nothing prints. Names load on first use, so that a
run that writes JSON does not pay for tables.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.report.coco_text import to_coco_text
    from truebox.report.comparison_csv import to_comparison_csv
    from truebox.report.comparison_markdown import to_comparison_markdown
    from truebox.report.comparison_table import to_comparison_table
    from truebox.report.csv_report import to_csv
    from truebox.report.json_report import to_json
    from truebox.report.json_schema import eval_schema
    from truebox.report.junit import to_junit
    from truebox.report.latex_report import to_latex
    from truebox.report.markdown_report import to_markdown
    from truebox.report.page.page import to_page, write_page
    from truebox.report.table import to_table

__all__ = [
    "eval_schema",
    "to_coco_text",
    "to_comparison_csv",
    "to_comparison_markdown",
    "to_comparison_table",
    "to_csv",
    "to_json",
    "to_junit",
    "to_latex",
    "to_markdown",
    "to_page",
    "to_table",
    "write_page",
]

_HOME = {
    "eval_schema": "json_schema",
    "to_coco_text": "coco_text",
    "to_comparison_csv": "comparison_csv",
    "to_comparison_markdown": "comparison_markdown",
    "to_comparison_table": "comparison_table",
    "to_csv": "csv_report",
    "to_json": "json_report",
    "to_junit": "junit",
    "to_latex": "latex_report",
    "to_markdown": "markdown_report",
    "to_page": "page.page",
    "to_table": "table",
    "write_page": "page.page",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.report' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.report.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
