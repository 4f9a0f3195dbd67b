"""Timelines, drawn from the rows that the page has of every tracker."""

from __future__ import annotations

from truebox.report.page.section import Section

__all__ = ["SECTION"]

SECTION = Section(order=40, link="Timelines")
