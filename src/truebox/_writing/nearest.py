"""What somebody who misspelt a name probably meant, at the end of a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from truebox._lazily import deferred

if TYPE_CHECKING:
    import difflib
else:
    difflib = deferred("difflib")  # only a misspelt name needs it (1 ms)

__all__ = ["did_you_mean"]


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """A question after a blank, or nothing where no known name is near.

    Names whose numbers differ are never near: they name other rules.

    Examples
    --------
    >>> did_you_mean("radian", ["degrees", "radians"])
    " Did you mean 'radians'?"
    >>> did_you_mean("Open_Images", ["cityscapes", "openimages"])
    " Did you mean 'openimages'?"
    >>> did_you_mean("voc2012", ["voc2007"])
    ''
    """
    word = _bare(str(given))
    lower = {_bare(name): name for name in known if _digits(name) == _digits(word)}
    backwards = {name[::-1]: name for name in lower}
    # What is common is sought from the left, and "cco" is only near "coco" from the right.
    close = difflib.get_close_matches(word, lower, n=1)
    close = close or difflib.get_close_matches(word[::-1], backwards, n=1)
    return f" Did you mean {lower.get(close[0]) or lower[backwards[close[0]]]!r}?" if close else ""


def _bare(name: str) -> str:
    """Without what people write between words, and in small letters."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))
