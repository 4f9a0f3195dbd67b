"""Its place on the page; it draws from the data that all sections share."""

from __future__ import annotations

from truebox.report.page.section import Section

__all__ = ["SECTION"]

SECTION = Section(order=85, link="Errors one by one")
