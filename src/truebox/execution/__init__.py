"""Evaluation of data of any size: parts made where the data lies, put together to the bytes of one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.execution.parts import merge, part
    from truebox.execution.shards import evaluate_shards

__all__ = ["evaluate_shards", "merge", "part"]

__getattr__, __dir__ = lazily(__name__, {"parts": "merge part", "shards": "evaluate_shards"})
