"""A history as text, and as a page with a chart that opens offline."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_html
from truebox._writing.visible_text import cut_middle
from truebox.report import writers
from truebox.report.blocks.history import history_blocks, history_rules
from truebox.report.writers.html import write_html
from truebox.report.writers.plain import write_plain

if TYPE_CHECKING:
    from truebox.diagnosis import History

__all__ = ["to_history_page", "to_history_table"]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 860, 360, 48, 80, 12, 64
_COLOURS = ("#2563eb", "#d97706", "#059669")
_LETTER = 8
"""Pixels of a letter of a name, at most."""
_MOST_NAMES = 24
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = (
    ":root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:900px;margin:2rem auto;"
    "padding:0 1rem;overflow-wrap:anywhere}table{border-collapse:collapse}th,td{padding:.2rem .7rem;"
    "text-align:right;white-space:nowrap;border-bottom:1px solid #8884}th:first-child,td:first-child{"
    "text-align:left}svg{width:100%;height:auto}text{fill:currentColor;font-size:12px}.grid{stroke:#8884}"
    # On a narrow screen chart and table are moved sideways, by themselves: letters stay large enough to read.
    ".chart{overflow-x:auto}table{display:block;overflow-x:auto}svg{min-width:600px}"
)


@refuses_other_kinds
def to_history_table(history: History, *, styled: bool = False, width: int = 100) -> str:
    """Return the runs of a history as a table with the change from each to the next.

    Parameters
    ----------
    history : History
        As `truebox.diagnosis.read_history` gives it.
    styled : bool
        Use terminal styles and box drawing (imports Rich); otherwise plain text with pipes.
    width : int
        Columns of the terminal; used when `styled`.

    Returns
    -------
    str

    Examples
    --------
    >>> from truebox.diagnosis import History, HistoryRun
    >>> runs = tuple(HistoryRun(name=f"epoch_{n}", metrics={"AP": ap}) for n, ap in ((1, 0.25), (2, 0.5)))
    >>> made = History(runs=runs, main="AP", order="the numbers in their names", protocol={}, truth={})
    >>> print(to_history_table(made), end="")
    Run     |    AP | change
    --------+-------+-------
    epoch_1 | 0.250 |
    epoch_2 | 0.500 | +0.250
    <BLANKLINE>
    Highest AP: 0.500 in epoch_2, of 2 runs.
    Ordered by the numbers in their names.
    """
    blocks = history_blocks(history)
    return writers.write_styled(blocks, width=width) if styled else write_plain(blocks)


@refuses_other_kinds
def to_history_page(history: History) -> str:
    """Return a page with the chart of the main metric and up to two more, and the table beneath it.

    It is one file without scripts and opens offline. Bars are the intervals that the documents hold.

    Parameters
    ----------
    history : History
        As `truebox.diagnosis.read_history` gives it.

    Returns
    -------
    str

    Examples
    --------
    >>> to_history_page(history)                                   # doctest: +SKIP
    """
    title = f"{history.main} over {len(history.runs)} runs"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_html(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape_html(title)}</h1>\n<p>{escape_html(history_rules(history))}</p>\n"
        f"{_chart(history)}\n{write_html(history_blocks(history))}</body>\n</html>\n"
    )


def _chart(history: History) -> str:
    keys = [history.main, *(key for key in history.runs[0].metrics if key != history.main)][: len(_COLOURS)]
    held = [value for key in keys for run in history.runs if (value := run.metrics.get(key)) is not None]
    held += [end for run in history.runs for end in run.interval or ()]
    ticks = _round_ticks(min(held), max(held)) if held else _round_ticks(0.0, 1.0)
    low, high = ticks[0], ticks[-1]
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(history.runs) - 1)
    floor = _HEIGHT - _BOTTOM

    def x(place: int) -> float:
        return _LEFT + place * step

    def y(value: float) -> float:
        return floor - (value - low) / (high - low) * (floor - _TOP)

    parts = []
    for value in ticks:
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" '
            f'y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
            f'<text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    every = -(-len(history.runs) // _MOST_NAMES)
    for place, run in enumerate(history.runs):
        if place % every == 0:
            at = f"{x(place):.1f}"
            name = cut_middle(run.name, 14)
            turned = f'transform="translate({at} {floor + 14}) rotate(30)"'
            straight = f'x="{at}" y="{floor + 18}" text-anchor="middle"'
            room = straight if every == 1 and len(name) * _LETTER < step else turned
            parts.append(f"<text {room}>{escape_html(name)}</text>")
        if run.interval is not None:
            parts.append(
                f'<line x1="{x(place):.1f}" x2="{x(place):.1f}" y1="{y(run.interval[0]):.1f}" '
                f'y2="{y(run.interval[1]):.1f}" stroke="{_COLOURS[0]}" stroke-width="2" opacity=".5"/>'
            )
    for number, (key, colour) in enumerate(zip(keys, _COLOURS, strict=False)):
        parts += _line([run.metrics.get(key) for run in history.runs], colour, x, y)
        for place, run in enumerate(history.runs):
            value = run.metrics.get(key)
            if value is not None:
                said = escape_html(f"{run.name}: {key} {value:.3f}")
                parts.append(
                    f'<circle cx="{x(place):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}">'
                    f"<title>{said}</title></circle>"
                )
        parts.append(
            f'<circle cx="{_LEFT + 90 * number + 4}" cy="{_HEIGHT - 8}" r="4" fill="{colour}"/>'
            f'<text x="{_LEFT + 90 * number + 12}" y="{_HEIGHT - 4}">{escape_html(key)}</text>'
        )
    label = escape_html(f"{', '.join(keys)} of each run")
    drawn = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    return f'<div class="chart">{drawn}</div>'


def _round_ticks(low: float, high: float) -> list[float]:
    """A few round numbers, the first at or below `low` and the last at or above `high`."""
    if not high > low:
        low, high = low - 0.04, low + 0.04
    power = 10.0 ** math.floor(math.log10((high - low) / 4))
    step = next(power * each for each in (1, 2, 5, 10) if (high - low) / (power * each) <= 7)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{place * step:.10g}") for place in range(first, last + 1)]


def _line(
    values: Sequence[float | None], colour: str, x: Callable[[int], float], y: Callable[[float], float]
) -> list[str]:
    """Lines between neighbours; an undefined value leaves a gap."""
    return [
        f'<line x1="{x(place):.1f}" y1="{y(one):.1f}" x2="{x(place + 1):.1f}" y2="{y(other):.1f}" '
        f'stroke="{colour}" stroke-width="2"/>'
        for place, (one, other) in enumerate(pairwise(values))
        if one is not None and other is not None
    ]
