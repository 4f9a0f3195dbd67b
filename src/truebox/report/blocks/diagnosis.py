"""A diagnosis as blocks: the AP that each kind of error costs, and what it says in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Block, Notes, Sentences
from truebox.report.blocks.letters import lettered_names

if TYPE_CHECKING:
    from truebox.diagnosis import Diagnosis, ErrorBreakdown

__all__ = ["diagnosis_blocks", "lost_line"]


def diagnosis_blocks(diagnoses: Sequence[Diagnosis], difference: str | None = None) -> list[Block]:
    """Return a block for each result; of several each begins with its letter.

    Parameters
    ----------
    diagnoses : sequence of Diagnosis
        In the order of the table.
    difference : str or None
        What a comparison of them says; it stands first.
    """
    names = lettered_names([found.result for found in diagnoses]) if len(diagnoses) > 1 else []
    said: list[Block] = [Notes((difference,))] if difference else []
    for index, found in enumerate(diagnoses):
        above = names[index : index + 1]
        if found.errors is not None and _loses(found.errors):
            above.append(lost_line(found.errors))
        said.append(Sentences(tuple(found.words), tuple(above)))
    fewer = dict.fromkeys(found.fewer_draws for found in diagnoses if found.fewer_draws)
    if fewer:
        said.append(Notes(tuple(fewer)))
    return said


def _loses(errors: ErrorBreakdown) -> bool:
    """Whether mending says anything: not where no class has truth, or there is no detection to mend."""
    judged = not errors.per_class or any(entry.ap is not None for entry in errors.per_class)
    return errors.ap is not None and judged and len(errors.kind) > 0


def lost_line(errors: ErrorBreakdown) -> str:
    """Return the AP lost by each kind of error, the most costly first."""
    lost = sorted(errors.loss.items(), key=lambda pair: -(pair[1] or 0.0))
    parts = " · ".join(f"{name} {loss or 0.0:.3f}" for name, loss in lost)
    return f"Lost AP at IoU {errors.iou:g}: {parts}"
