"""Why two tools give two numbers, as text and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.report.blocks.reconciliation import reconciliation_blocks
from truebox.report.writers.markdown import write_markdown
from truebox.report.writers.plain import write_plain

if TYPE_CHECKING:
    from truebox.diagnosis import Reconciliation

__all__ = ["to_reconciliation_markdown", "to_reconciliation_table"]


@refuses_other_kinds
def to_reconciliation_table(found: Reconciliation) -> str:
    """Return a reconciliation as readable text.

    Parameters
    ----------
    found : Reconciliation
        As `truebox.diagnosis.reconcile` gives it.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.generation import make_dataset
    >>> print(to_reconciliation_table(tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1)))[:26])
    This file under every tool
    """
    return write_plain(reconciliation_blocks(found))


@refuses_other_kinds
def to_reconciliation_markdown(found: Reconciliation) -> str:
    """Return a reconciliation as GitHub-flavoured Markdown.

    Parameters
    ----------
    found : Reconciliation
        As `truebox.diagnosis.reconcile` gives it.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.generation import make_dataset
    >>> text = to_reconciliation_markdown(tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1)))
    >>> "| Tool | AP | AP50 | AP75 | Reference |" in text
    True
    """
    return write_markdown(reconciliation_blocks(found, wide=True))
