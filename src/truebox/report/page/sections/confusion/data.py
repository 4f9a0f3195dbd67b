"""Where the section stands; it draws what all sections have."""

from __future__ import annotations

from truebox.report.page.section import Section

__all__ = ["SECTION"]

SECTION = Section(order=60, link="Confusion")
