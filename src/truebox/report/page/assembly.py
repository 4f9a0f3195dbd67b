"""The page as one text: template, sections, style, script, data, and the hashes that its policy allows."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from truebox._writing.escaping import escape_html, escape_json_in_html
from truebox.errors import MissingExtraError
from truebox.report.page.section import Section, all_sections

__all__ = ["DETECTIONS", "PageKind", "assembled", "plotly_script"]

_HOME = "truebox.report.page"
_INLINE = "'unsafe-inline'"
_BESIDE = "'self' file:"
_SCRIPTS = (
    "elements.js", "parts.js", "values.js", "events.js", "following.js", "lazily.js", "counting.js",
    "score.js", "charts.js", "images.js", "rows.js", "filters.js", "objects.js", "labels.js", "picture.js",
    "zoom.js", "viewer.js", "address.js", "reading.js",
)  # fmt: skip
"""What the sections stand on: each may use those before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKind:
    """What a page is put together from: a folder with ``frame`` and ``sections``.

    Parameters
    ----------
    home : str
        The package of that folder; what its frame lacks is taken from the frame of detections.
    shared : str
        The package of another such folder, whose frame is asked before that and whose sections are its too.
    scripts : tuple of str
        Files of the frame that the sections stand on, each of which may use those before it.
    styles : tuple of str
        Files of the frame with rules beyond those of every page.
    plotly : bool
        Whether Plotly draws its charts.
    """

    home: str
    scripts: tuple[str, ...]
    shared: str = ""
    styles: tuple[str, ...] = ()
    plotly: bool = True

    @property
    def sections(self) -> tuple[Section, ...]:
        """Its sections, in their order."""
        homes = [self.home, *filter(None, (self.shared,))]
        found = [each for home in homes for each in all_sections(f"{home}.sections")]
        return tuple(sorted(found, key=lambda section: section.order))

    def read(self, name: str) -> str:
        """A file of its frame."""
        homes = [self.home, *filter(None, (self.shared,)), _HOME]
        places = [files(home) / "frame" / name for home in homes]
        return next((each for each in places if each.is_file()), places[-1]).read_text(encoding="utf-8")


DETECTIONS = PageKind(home=_HOME, scripts=_SCRIPTS, styles=("viewer.css",))
"""The page of scored detections."""


def assembled(
    data: Mapping[str, Any],
    kind: PageKind = DETECTIONS,
    *,
    rest: Mapping[str, Any] | None = None,
    apart: bool = False,
) -> str:
    """The page of this data, and behind its script the `rest`, parts of the data by their names.

    With `apart`, pictures, charts and parts of the data lie beside the page, and its policy lets them in:
    from the same server or the same disk, and from nowhere else.

    Examples
    --------
    >>> assembled(data)[:15]                                            # doctest: +SKIP
    '<!doctype html>'
    """
    sections, read = kind.sections, kind.read
    script = "\n".join((*map(read, kind.scripts), *map(_script, sections), read("main.js")))
    # The rules for narrow screens and paper come last: they overrule those of the sections.
    style = "".join(
        (
            read("page.css"),
            *map(read, kind.styles),
            *(each.text("css") for each in sections),
            read("narrow_and_paper.css"),
        )
    )
    charts = plotly_script() if kind.plotly and not apart else ""
    beside = f" {_BESIDE}" if apart else ""
    scripts = " ".join(map(_hash, (*filter(None, (charts,)), script)))
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}{beside}",
            # Plotly sets styles on what it draws
            f"style-src {_INLINE if kind.plotly else _hash(style)}",
            f"img-src data: blob:{beside}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    parts = {
        "policy": policy,
        "title": escape_html(f"Truebox: {', '.join(_titled(side, data) for side in data['results'])}"),
        "style": style,
        "nav": "\n".join(f'<a href="#{each.name}">{escape_html(each.link)}</a>' for each in sections),
        "sections": "\n".join(map(_element, sections)),
        "data": _json(data),
        "script": script,
        **({"rest": _json(rest or {}), "plotly": _deflated(charts)} if kind.plotly else {}),
    }
    page = read("page.html")
    for name, text in reversed(parts.items()):  # from the end: no part is searched for the places of others
        before, mark, after = page.partition(f"<!--{name}-->")
        if not mark:
            raise RuntimeError(f"the template has no place for {name}")
        page = before + text + after
    return page


def _titled(side: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """A result by its name and its headline number."""
    metrics = side.get("metrics") or {}
    if isinstance(metrics, Mapping):
        key = data.get("main") or next(iter(metrics), "")
        value = metrics.get(key)
    else:
        key, value = metrics[0]["key"], metrics[0]["value"]
    return f"{side['source']}, {key} {value:.3f}" if isinstance(value, float) else str(side["source"])


def _element(section: Section) -> str:
    name = section.name
    return f'<section id="{name}" aria-labelledby="{name}-title">\n{section.text("html")}</section>'


def _script(section: Section) -> str:
    """In a block of its own: what it declares is its own, and two sections may use one name."""
    return f"{{\n{section.text('js')}}}"


def _json(value: Any) -> str:
    return escape_json_in_html(json.dumps(value, allow_nan=False, separators=(",", ":")))


def _deflated(text: str) -> str:
    """As the page's script inflates it; shorter ones take twice the time."""
    return base64.b64encode(zlib.compress(text.encode(), 4)).decode("ascii") if text else ""


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode('ascii')}'"


def plotly_script() -> str:
    """The script that draws charts.

    Raises
    ------
    MissingExtraError
        Plotly is not installed.

    Examples
    --------
    >>> "Plotly" in plotly_script()                                     # doctest: +SKIP
    True
    """
    try:
        text = (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        raise MissingExtraError("plotly", "report", "The report page") from None
    # Nothing in it may end its element early.
    return text.replace("</script", "<\\/script")
