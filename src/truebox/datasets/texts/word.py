"""Names and numbers as words of a label file."""

from __future__ import annotations

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["as_file_word", "as_number", "as_word"]

_LONGEST = 200  # of the 255 bytes that file systems take, before and behind it stands more


def as_word(name: str, place: str) -> str:
    """The name, refused where a file of words divided by blanks would not hold it as one (E-433).

    Examples
    --------
    >>> as_word("traffic-light", "labels")
    'traffic-light'
    >>> as_word("traffic light", "labels")
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-433 labels: the name "traffic light" is not one word. Fix: ...
    """
    if name.split() != [name] or not name.isprintable():
        fix = "rename the class or the image without blanks, or write another format"
        raise InputError("E-433", place, f"the name {say(name)} is not one word", fix)
    return name


def as_file_word(name: str, place: str) -> str:
    """The name, refused where it is not one word or cannot be part of a file's name (E-433).

    Examples
    --------
    >>> as_file_word("plane", "labels")
    'plane'
    """
    word = as_word(name, place)
    if set(word) & set('/\\:*?"<>|') or len(word.encode("utf-8", "surrogatepass")) > _LONGEST:
        problem = f"the name {say(name)} cannot be part of a file's name"
        raise InputError("E-433", place, problem, "rename the class, or write another format")
    return word


def as_number(value: float) -> str:
    """The shortest text that reads back to the number; whole ones without a point.

    Examples
    --------
    >>> as_number(3.0), as_number(0.1)
    ('3', '0.1')
    """
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else repr(float(value))
