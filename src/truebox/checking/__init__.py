"""Everything that is odd about files, before anyone trusts a number made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.checking.checking_files import check
    from truebox.checking.in_short import oddities_in_short
    from truebox.checking.report import CheckItem, CheckReport

__all__ = ["CheckItem", "CheckReport", "check", "oddities_in_short"]

__getattr__, __dir__ = lazily(
    __name__,
    {"checking_files": "check", "in_short": "oddities_in_short", "report": "CheckItem CheckReport"},
)
