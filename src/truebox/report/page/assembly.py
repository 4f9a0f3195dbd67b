"""The page as one text: template, sections, style, script, data, and the hashes that its policy allows."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from truebox._writing.escaping import escape_html, escape_json_in_html
from truebox.errors import MissingExtraError
from truebox.report.page.section import Section, all_sections

__all__ = ["assembled"]

_SCRIPTS = (
    "values.js", "events.js", "lazily.js", "counting.js", "score.js", "charts.js", "images.js", "picture.js",
    "viewer.js",
)  # fmt: skip
"""What the sections stand on: each may use those before it."""


def assembled(data: Mapping[str, Any]) -> str:
    """The page of this data.

    Examples
    --------
    >>> assembled(data)[:15]                                            # doctest: +SKIP
    '<!doctype html>'
    """
    frame, sections, plotly = files("truebox.report.page") / "frame", all_sections(), _plotly()

    def read(name: str) -> str:
        return (frame / name).read_text(encoding="utf-8")

    script = "\n".join((*map(read, _SCRIPTS), *map(_script, sections), read("main.js")))
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(plotly)} {_hash(script)}",
            "style-src 'unsafe-inline'",  # Plotly sets styles on what it draws
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    # The rules for narrow screens and paper come last: they overrule those of the sections.
    style = (read("page.css"), *(each.text("css") for each in sections), read("narrow_and_paper.css"))
    parts = {
        "policy": policy,
        "title": escape_html(f"Truebox: {', '.join(side['source'] for side in data['results'])}"),
        "style": "".join(style),
        "nav": "\n".join(f'<a href="#{each.name}">{escape_html(each.link)}</a>' for each in sections),
        "sections": "\n".join(map(_element, sections)),
        "data": escape_json_in_html(json.dumps(data, allow_nan=False, separators=(",", ":"))),
        "plotly": plotly,
        "script": script,
    }
    page = read("page.html")
    for name, text in reversed(parts.items()):  # from the end: no part is searched for the places of others
        before, mark, after = page.partition(f"<!--{name}-->")
        if not mark:
            raise RuntimeError(f"the template has no place for {name}")
        page = before + text + after
    return page


def _element(section: Section) -> str:
    name = section.name
    return f'<section id="{name}" aria-labelledby="{name}-title">\n{section.text("html")}</section>'


def _script(section: Section) -> str:
    """In a block of its own: what it declares is its own, and two sections may use one name."""
    return f"{{\n{section.text('js')}}}"


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode('ascii')}'"


def _plotly() -> str:
    try:
        text = (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        raise MissingExtraError("plotly", "report", "The report page") from None
    # Nothing in it may end its element early.
    return text.replace("</script", "<\\/script")
