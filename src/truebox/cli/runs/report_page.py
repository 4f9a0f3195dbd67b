"""The report page of a run: its sentences, gates, pictures, and the command that makes it again."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebox import report
from truebox.report import blocks

if TYPE_CHECKING:
    from truebox.cli.runs.saying import Said
    from truebox.diagnosis import Gates
    from truebox.evaluation import Result

__all__ = ["page_text"]


def page_text(results: Sequence[Result], said: Said, checked: Gates | None, *, images: Path | None) -> str:
    """Return the page of `results` with what was said of them."""
    named = len(results) > 1
    words = [said.difference] if said.difference else []
    short = blocks.short_names(results)
    for index, diagnosis in enumerate(said.diagnoses):
        prefix = f"{short[index]}: " if named else ""
        words += [f"{prefix}{sentence}" for sentence in diagnosis.words.sentences]
    gates = [gate.to_dict() for gate in checked] if checked is not None else []
    command = shlex.join(["truebox", *sys.argv[1:]])
    return report.to_page(
        results,
        words=words or None,  # the page then finds its own
        gates=gates,
        images=images,
        command=command,
        diagnoses=said.diagnoses,
        comparison=said.comparison,
    )
