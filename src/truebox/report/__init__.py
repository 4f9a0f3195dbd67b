"""A result as text: table, JSON, CSV, Markdown, LaTeX, JUnit, the reference's lines, a page for browsers.

Every ``to_`` function takes results and returns text; nothing prints. Names load on first use, so that a
run that writes JSON does not pay for tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.report.page.history import to_history_page, to_history_table
    from truebox.report.page.page import page_parts, to_page, write_page
    from truebox.report.page.parted.folder import write_folder
    from truebox.report.page.parted.folder_names import is_folder_of_page, names_folder
    from truebox.report.page.parted.page_parts import PageParts
    from truebox.report.serving.serve import serve_page
    from truebox.report.writers.coco_text import to_coco_text
    from truebox.report.writers.comparison_latex import to_comparison_latex
    from truebox.report.writers.csv import to_comparison_csv, to_csv
    from truebox.report.writers.events_csv import to_events_csv
    from truebox.report.writers.json import to_json
    from truebox.report.writers.json_schema import eval_schema
    from truebox.report.writers.junit import to_junit
    from truebox.report.writers.latex import to_latex
    from truebox.report.writers.markdown import to_comparison_markdown, to_markdown
    from truebox.report.writers.matches_csv import to_matches_csv, write_matches
    from truebox.report.writers.reconciliation import to_reconciliation_markdown, to_reconciliation_table
    from truebox.report.writers.table import to_comparison_table, to_diagnosis_table, to_table

__all__ = [
    "PageParts",
    "eval_schema",
    "is_folder_of_page",
    "names_folder",
    "page_parts",
    "serve_page",
    "to_coco_text",
    "to_comparison_csv",
    "to_comparison_latex",
    "to_comparison_markdown",
    "to_comparison_table",
    "to_csv",
    "to_diagnosis_table",
    "to_events_csv",
    "to_history_page",
    "to_history_table",
    "to_json",
    "to_junit",
    "to_latex",
    "to_markdown",
    "to_matches_csv",
    "to_page",
    "to_reconciliation_markdown",
    "to_reconciliation_table",
    "to_table",
    "write_folder",
    "write_matches",
    "write_page",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "page.history": "to_history_page to_history_table",
        "page.page": "page_parts to_page write_page",
        "page.parted.folder": "write_folder",
        "page.parted.folder_names": "is_folder_of_page names_folder",
        "page.parted.page_parts": "PageParts",
        "serving.serve": "serve_page",
        "writers.coco_text": "to_coco_text",
        "writers.comparison_latex": "to_comparison_latex",
        "writers.csv": "to_comparison_csv to_csv",
        "writers.events_csv": "to_events_csv",
        "writers.json": "to_json",
        "writers.json_schema": "eval_schema",
        "writers.junit": "to_junit",
        "writers.latex": "to_latex",
        "writers.markdown": "to_comparison_markdown to_markdown",
        "writers.matches_csv": "to_matches_csv write_matches",
        "writers.reconciliation": "to_reconciliation_markdown to_reconciliation_table",
        "writers.table": "to_comparison_table to_diagnosis_table to_table",
    },
)
