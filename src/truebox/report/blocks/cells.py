"""How a value stands in a cell: names, counts, metrics, changes."""

from __future__ import annotations

from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_terminal

__all__ = ["NAME_COLUMNS", "change_text", "count_text", "metric_text", "shown_name"]

NAME_COLUMNS = 40


def metric_text(value: float | None) -> str:
    """Return a metric as shown: three decimals, as the field quotes it, or ``n/a``.

    Examples
    --------
    >>> metric_text(0.5045807), metric_text(None)
    ('0.505', 'n/a')
    """
    return "n/a" if value is None else f"{value:.3f}"


def change_text(value: float | None) -> str:
    """Return a difference of metrics as shown: with its sign.

    Examples
    --------
    >>> change_text(0.0125), change_text(None)
    ('+0.013', 'n/a')
    """
    return "n/a" if value is None else f"{value:+.3f}"


def count_text(value: object) -> str:
    """Return what stands between name and metrics: counts with thousands apart, words as they are.

    Examples
    --------
    >>> count_text(12345), count_text("thing"), count_text(0.25)
    ('12,345', 'thing', '0.250')
    """
    if isinstance(value, str):
        return value
    return metric_text(value) if isinstance(value, float) else f"{value:,}"


def shown_name(name: str, columns: int = NAME_COLUMNS) -> str:
    """Return a class name as a grid shows it: harmless and at most `columns` wide."""
    # Cut before escaping too: escaping may make a text four times as long.
    most = 4 * NAME_COLUMNS + 1
    short = name if len(name) <= 2 * most else name[:most] + name[-most:]
    return cut(escape_terminal(short), columns) or "(no name)"
