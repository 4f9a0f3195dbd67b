"""Options in messages: by their flags on the command line, by their arguments in Python.

Messages are written with flags, ``rerun with --box-format xyxy``. Where nobody typed a command, errors and
warnings say ``box_format='xyxy'`` instead, and of what to run again also who takes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

__all__ = ["on_command_line", "spoken"]

_typed: ContextVar[bool] = ContextVar("_typed", default=False)

_LAYOUT = r"(?:(?:rel_|pct_)?(?:xyxy|xywh|cxcywh|yxyx)|(?:degrees|radians)(?:-ccw)?)"
_WORD = r"(?!(?:or|out|says|does|has|takes|leaves|when|in|where)\b)[^\s,;.()'\"]*[^\s,;.()'\"]"
# Flag to argument, what may stand behind it, and who takes it where `truebox.evaluate` does not.
_FLAGS: dict[str, tuple[str, str, str]] = {
    "box-format": ("box_format", _LAYOUT, "read_predictions"),
    "truth-box-format": ("box_format", _LAYOUT, "read_truth"),
    "letterbox": ("letterbox", r"\d+", "read_predictions"),
    "class-ids": ("class_ids", r"[+-]1|position|coco91", "read_predictions"),
    "classes": ("classes", r"@[\w.]+|'[^']*'|[^\s,;'@]+(?:,[^\s,;']+)+", "read_truth and read_predictions"),
    "split": ("split", _WORD, "read_truth"),
    "task": ("task", "detect|segment|obb|pose", "read_truth"),
    "pixel-origin": ("pixel_origin", "[01]", "read_truth"),
    "truth-pixel-origin": ("pixel_origin", "[01]", "read_truth"),
    "images": ("images", "", "read_truth"),
    "columns": ("columns", r"\w+=\S*\w", "read_truth"),
    "truth-format": ("format", _WORD, "read_truth"),
    "predictions-format": ("format", _WORD, "read_predictions"),
    "geometry": ("geometry", "boxes|masks|keypoints|boundary|rotated|probiou", ""),
    "protocol": ("protocol", r"\w+", ""),
    "mode": ("mode", "strict|corrected", ""),
    "sigmas": ("sigmas", "", ""),
    "dilation-ratio": ("dilation_ratio", "", ""),
    "max-memory": ("max_memory", "", ""),
}
_WITH_TRUTH = ("letterbox", "class-ids")
"""What `read_predictions` takes only together with the truth, which a command has anyway."""
_OF_THE_OTHER_SIDE = "; --box-format says it of the predictions"
"""Needless where each side has a call of its own."""
_SWITCHES = {
    "lenient": "lenient=True",
    "no-fit-test": "fit_test=False",
    "single-class": "single_class=True",
    "class-agnostic": "class_agnostic=True",
}


@contextmanager
def on_command_line() -> Iterator[None]:
    """Within it flags stay flags.

    Examples
    --------
    >>> with on_command_line():
    ...     spoken("rerun with --box-format xyxy")
    'rerun with --box-format xyxy'
    """
    before = _typed.set(True)
    try:
        yield
    finally:
        _typed.reset(before)


def spoken(text: str) -> str:
    """The text in the words of where it is said.

    Examples
    --------
    >>> spoken("rerun with --box-format xyxy --letterbox 640, or with --no-fit-test")
    "rerun with box_format='xyxy', letterbox=640, truth=truth of read_predictions, or with fit_test=False"
    >>> spoken("leave the rows out with --lenient; --json stays what it is")
    'leave the rows out with lenient=True; --json stays what it is'
    >>> spoken("rerun with --classes 'my cat,dog' --class-ids +1")
    "rerun with classes=['my cat', 'dog'], class_ids='+1', truth=truth of read_truth and read_predictions"
    """
    if "--" not in text or _typed.get():
        return text
    return _pattern().sub(_in_python, text.replace(_OF_THE_OTHER_SIDE, ""))


@cache
def _pattern() -> re.Pattern[str]:
    one = [
        rf"--{flag}(?:[ =](?:{values}))?" if values else f"--{flag}"
        for flag, (_, values, _) in _FLAGS.items()
    ]
    one += [f"--{flag}" for flag in _SWITCHES]
    any_of = f"(?:{'|'.join(one)})(?![\\w-])"
    return re.compile(rf"(rerun (?:[^\s-]+ )*)?({any_of}(?:(?: or)? {any_of})*)")


def _in_python(found: re.Match[str]) -> str:
    alternatives, owners = [], []
    for flags in found[2].split(" or "):
        said, with_truth = [], False
        for flag, value in re.findall(r"--([a-z-]+)(?:[ =]('[^']*'|(?!--)\S+))?", flags):
            argument, _, owner = _FLAGS.get(flag, (_SWITCHES.get(flag), "", ""))
            said.append(f"{argument}={_value(value)}" if flag in _FLAGS else str(argument))
            owners.append(owner)
            with_truth = with_truth or bool(flag in _WITH_TRUTH and value)
        if with_truth:
            said.append("truth=truth")
        alternatives.append(", ".join(said))
    owner = next(filter(None, owners), "") if found[1] else ""
    return (found[1] or "") + " or ".join(alternatives) + (f" of {owner}" if owner else "")


def _value(text: str) -> str:
    if not text or text.isdecimal():
        return text
    if all("=" in pair for pair in text.split(",")):
        return repr(dict(pair.split("=", 1) for pair in text.split(",")))
    if "," in text:
        return repr(text.strip("'").split(","))
    return "[...]" if text.startswith("@") else repr(text)
