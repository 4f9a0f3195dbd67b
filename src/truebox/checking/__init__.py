"""Everything that is odd about files, before anyone trusts a number made of them."""

from __future__ import annotations

from truebox.checking.checking_files import check
from truebox.checking.report import CheckItem, CheckReport

__all__ = ["CheckItem", "CheckReport", "check"]
