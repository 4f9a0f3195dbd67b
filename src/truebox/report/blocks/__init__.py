"""What a report says, as values that any writer can put down; no output format is known here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.report.blocks.diagnosis import diagnosis_blocks
    from truebox.report.blocks.gates import gate_lines
    from truebox.report.blocks.history import history_rules
    from truebox.report.blocks.letters import letter, short_names
    from truebox.report.blocks.messages import finding_lines, protocol_line, read_lines
    from truebox.report.blocks.results import result_blocks

__all__ = [
    "diagnosis_blocks",
    "finding_lines",
    "gate_lines",
    "history_rules",
    "letter",
    "protocol_line",
    "read_lines",
    "result_blocks",
    "short_names",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "diagnosis": "diagnosis_blocks",
        "gates": "gate_lines",
        "messages": "finding_lines protocol_line read_lines",
        "results": "result_blocks",
        "history": "history_rules",
        "letters": "letter short_names",
    },
)
