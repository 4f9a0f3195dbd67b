"""How it is put down: plain, styled, Markdown, LaTeX and HTML write any blocks; CSV, JSON, JUnit results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.report.writers.markdown import gate_markdown, write_markdown
    from truebox.report.writers.styled import write_styled

__all__ = ["gate_markdown", "write_markdown", "write_styled"]

__getattr__, __dir__ = lazily(
    __name__, {"markdown": "gate_markdown write_markdown", "styled": "write_styled"}
)
