"""The names of the ``lvis`` package with the same numbers: ``LVIS``, ``LVISResults``, ``LVISEval``.

Examples
--------
>>> from truebox.integrations.lvis import LVISEval
>>> LVISEval.__module__
'truebox.integrations.lvis.eval'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.integrations.lvis.eval import LVISEval
    from truebox.integrations.lvis.lvis import LVIS
    from truebox.integrations.lvis.results import LVISResults

__all__ = ["LVIS", "LVISEval", "LVISResults"]

__getattr__, __dir__ = lazily(__name__, {"eval": "LVISEval", "lvis": "LVIS", "results": "LVISResults"})
