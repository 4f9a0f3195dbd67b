"""A small chart of lines as inline SVG, for notebooks: no script, everything escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truebox._writing.escaping import escape_html

__all__ = ["line_chart"]

_WIDTH, _HEIGHT, _MARGIN = 320, 180, 30
_STROKES = ("#0072b2", "#d55e00", "#444444")
"""Blue and vermilion of Okabe and Ito, and grey: told apart by colour-blind people and in print."""
_DASHES = ("", "6 3", "2 3")


def line_chart(title: str, x: Sequence[float], lines: Mapping[str, Sequence[float]]) -> str:
    """Return values in [0, 1] against `x`, at most three lines, with a title and a legend.

    Examples
    --------
    >>> line_chart("<b>", [0.2, 0.4], {"F1": [0.0, 1.0]}).count("polyline")
    1
    """
    low, high = (min(x), max(x)) if x else (0.0, 1.0)
    span = (high - low) or 1.0
    bottom, left = _HEIGHT - _MARGIN, _MARGIN
    parts = [
        f'<text x="{left}" y="14" font-size="12">{escape_html(title)}</text>',
        f'<path d="M{left} 20V{bottom}H{_WIDTH - 6}" fill="none" stroke="#888"/>',
        f'<text x="4" y="26" font-size="10">1</text><text x="4" y="{bottom}" font-size="10">0</text>',
        f'<text x="{left}" y="{bottom + 12}" font-size="10">{low:.2f}</text>',
        f'<text x="{_WIDTH - 6}" y="{bottom + 12}" font-size="10" text-anchor="end">{high:.2f}</text>',
    ]
    styles = zip(_STROKES, _DASHES, strict=True)
    for place, ((name, values), (stroke, dash)) in enumerate(zip(lines.items(), styles, strict=False)):
        points = " ".join(
            f"{left + (value_x - low) / span * (_WIDTH - left - 6):.1f},{bottom - value * (bottom - 20):.1f}"
            for value_x, value in zip(x, values, strict=True)
        )
        style = f'stroke="{stroke}" stroke-dasharray="{dash}"' if dash else f'stroke="{stroke}"'
        parts.append(f'<polyline points="{points}" fill="none" {style}/>')
        at = f'x="{left + 80 * place}" y="{_HEIGHT - 4}"'
        parts.append(f'<text {at} font-size="10" fill="{stroke}">{escape_html(name)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape_html(title)}">{"".join(parts)}</svg>'
    )
