"""One file for each image: a second one is refused."""

from __future__ import annotations

from pathlib import Path

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["refuse_second"]


def refuse_second(seen: dict[str, str], image: str, name: str, path: Path) -> None:
    """Note the file of an image in `seen`, or refuse it where there is one already (E-434).

    Examples
    --------
    >>> seen = {"a": "a.txt"}
    >>> refuse_second(seen, "b", "b.txt", Path("words"))
    >>> seen
    {'a': 'a.txt', 'b': 'b.txt'}
    """
    if image in seen:
        problem = f"{say(seen[image])} and {say(name)} are both of the image {say(image)}"
        raise InputError("E-434", str(path), problem, "keep one file for each image")
    seen[image] = name
