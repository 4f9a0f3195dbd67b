"""What stands beneath a table: the AP that each kind of error costs, and the diagnosis in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_markdown, escape_terminal
from truebox.report.blocks.side_by_side import letter

if TYPE_CHECKING:
    from truebox.diagnosis import Diagnosis, ErrorBreakdown

__all__ = ["diagnosis_lines", "diagnosis_markdown", "lost_line"]


def diagnosis_lines(diagnoses: Sequence[Diagnosis], difference: str | None = None) -> list[str]:
    """Return the lines for one or several results; of several each block begins with its letter.

    Parameters
    ----------
    diagnoses : sequence of Diagnosis
        In the order of the table.
    difference : str or None
        What a comparison of them says; it stands first.
    """
    return [escape_terminal(line) for line in _plain(diagnoses, difference)]


def _plain(diagnoses: Sequence[Diagnosis], difference: str | None = None) -> list[str]:
    lines = [difference] if difference else []
    for index, found in enumerate(diagnoses):
        several = len(diagnoses) > 1
        if lines or (several and index):
            lines.append("")
        if several:
            lines.append(f"{letter(index)} {found.result.predictions.source.name}")
        if found.errors is not None and found.errors.ap is not None:
            lines.append(lost_line(found.errors))
        lines += [f"- {sentence}" for sentence in found.words]
    return lines


def lost_line(errors: ErrorBreakdown) -> str:
    """Return the AP lost by each kind of error, the most costly first."""
    lost = sorted(errors.loss.items(), key=lambda pair: -(pair[1] or 0.0))
    parts = " · ".join(f"{name} {loss or 0.0:.3f}" for name, loss in lost)
    return f"Lost AP at IoU {errors.iou:g}: {parts}"


def diagnosis_markdown(diagnoses: Sequence[Diagnosis]) -> str:
    """Return the same as a Markdown list, for job summaries."""
    return "".join(f"- {escape_markdown(line.removeprefix('- '))}\n" for line in _plain(diagnoses) if line)
