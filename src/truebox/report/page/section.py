"""A section of the page, and which there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any

__all__ = ["SECTIONS", "Section", "all_sections"]

SECTIONS = "truebox.report.page.sections"
"""The package of the sections of scored detections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A folder of a package of sections, which its ``data.py`` names as ``SECTION``.

    Beside it lie ``section.html``, which begins with a heading of the id ``<name>-title``; ``section.js``,
    whose functions follow the events of ``frame/events.js``; and, where needed, ``section.css``.

    Parameters
    ----------
    order : int
        Sections stand on the page by this number, smallest first.
    link : str
        Its words in the navigation.
    of_page : function of the material, optional
        What it adds to the data of the page: values by keys of its own.
    of_side : function of a side, optional
        What it adds to the data of each result.
    name : str
        That of its folder, and the id of its element.
    home : str
        The package of its folder.
    """

    order: int
    link: str
    of_page: Callable[[Any], dict[str, Any]] | None = None
    of_side: Callable[[Any], dict[str, Any]] | None = None
    name: str = ""
    home: str = ""

    def text(self, ending: str) -> str:
        """Its file ``section.<ending>``; empty where there is none.

        Examples
        --------
        >>> all_sections()[0].text("html").splitlines()[0]
        '<h1 id="overview-title">Overview</h1>'
        """
        path = files(self.home) / f"section.{ending}"
        return path.read_text(encoding="utf-8") if path.is_file() else ""


def all_sections(room: str = SECTIONS) -> tuple[Section, ...]:
    """Every section of a package of sections, as they follow each other on the page.

    Examples
    --------
    >>> [section.name for section in all_sections()][:3]
    ['overview', 'compared', 'classes']
    """
    names = [module.name for module in iter_modules(import_module(room).__path__)]
    found = [
        replace(import_module(f"{room}.{name}.data").SECTION, name=name, home=f"{room}.{name}")
        for name in names
    ]
    return tuple(sorted(found, key=lambda section: section.order))
