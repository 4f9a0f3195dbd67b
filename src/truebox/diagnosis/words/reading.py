"""What a result says, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from truebox._writing.escaping import escape_html

__all__ = ["Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """Plain sentences, the most important first; names in them are as the data has them.

    Parameters
    ----------
    sentences : tuple of str
        Escape them where they are shown: class names are anything.

    Examples
    --------
    >>> print(Reading(("AP 0.412.", "Best threshold 0.37.")))
    AP 0.412.
    Best threshold 0.37.
    """

    sentences: tuple[str, ...]

    def __iter__(self) -> Iterator[str]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"sentences": list(self.sentences)}

    def _repr_html_(self) -> str:
        return f"<ul>{''.join(f'<li>{escape_html(sentence)}</li>' for sentence in self.sentences)}</ul>"
