"""A box as a notebook shows it: its numbers and a small drawing, without any script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_html

if TYPE_CHECKING:
    from truebox.boxes.box import Box

__all__ = ["box_html"]

_LONG_SIDE = 120.0
_MARGIN = 34.0


def box_html(box: Box) -> str:
    """HTML with an SVG in the proportions of the box, its corners, its size and its area.

    Examples
    --------
    >>> from truebox.boxes import Box
    >>> page = box_html(Box(50, 50, 150, 100))
    >>> page.startswith("<figure"), "100 × 50, area 5000" in page, "<script" in page
    (True, True, False)
    """
    longest = max(box.width, box.height)
    # A very long box stays visible.
    width, height = (max(_LONG_SIDE * side / longest, 2.0) for side in (box.width, box.height))
    near = escape_html(f"({box.x_min:g}, {box.y_min:g})")
    far = escape_html(f"({box.x_max:g}, {box.y_max:g})")
    size = escape_html(f"{box.width:g} × {box.height:g}, area {box.area:g}")
    wide, high = max(width, 150.0) + 2 * _MARGIN, height + 2 * _MARGIN
    return (
        '<figure style="margin:0">'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" role="img" '
        f'aria-label="Box from {near} to {far}" font-family="sans-serif" font-size="12" '
        'fill="currentColor">'
        f'<text x="{_MARGIN:.0f}" y="{_MARGIN - 6:.0f}">{near}</text>'
        f'<rect x="{_MARGIN:.0f}" y="{_MARGIN:.0f}" width="{width:.1f}" height="{height:.1f}" '
        'fill="#1a985022" stroke="#1a9850" stroke-width="2"/>'
        f'<text x="{_MARGIN + width:.1f}" y="{_MARGIN + height + 16:.1f}" text-anchor="middle">{far}</text>'
        "</svg>"
        f"<figcaption>Box, {size}</figcaption></figure>"
    )
