"""A number as a tool printed it: of which metric, and between which bounds it lies."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from truebox._writing.nearest import did_you_mean
from truebox.diagnosis.reconciling.trials import METRICS, SIZES
from truebox.errors import ArgumentError

__all__ = ["ReportedNumber", "asked_numbers"]

_OTHER_NAMES = {
    "map": "AP", "map5095": "AP", "ap5095": "AP", "map50": "AP50", "ap50": "AP50", "ap": "AP",
    "map75": "AP75", "ap75": "AP75", "map05": "AP50", "ap05": "AP50", "map075": "AP75", "ap075": "AP75",
    "map05095": "AP", "ap05095": "AP", "ar": "AR", "mar": "AR", "ar100": "AR", "mar100": "AR",
    **{f"{kind}{size}": name for kind in ("ap", "map")
       for name, sizes in SIZES.items() for size in sizes},
}  # fmt: skip
"""As tools write them, without case and marks."""

_MOST_PERCENT = 100.0


class ReportedNumber(NamedTuple):
    """A number that was reported.

    Parameters
    ----------
    value : float
        As a share.
    half : float
        Half of its last digit.
    text : str
        As it was written.
    """

    value: float
    half: float
    text: str = ""


def asked_numbers(given: Mapping[str, float | str], classes: Iterable[str]) -> dict[str, ReportedNumber]:
    """The metrics by our names, each with what was reported.

    Parameters
    ----------
    given : mapping
        From "AP", "AP50", "AP75", that of any other IoU ("AP40"), of a size ("APs"), or "AR", also as tools
        write them ("mAP50-95", "mAP@0.4", "map_small"), and of one class with its name in brackets
        ("AP50[person]"), to a number or its text; above 1, or with "%", it is percent.
    classes : iterable of str
        Names of the classes there are.

    Raises
    ------
    ArgumentError
        A metric or class is unknown, or a number is none.

    Examples
    --------
    >>> asked_numbers({"mAP50-95": "50.1", "AP50[cat]": 0.25}, ["cat"])["AP50[cat]"].value
    0.25
    """
    known = set(classes)
    found: dict[str, ReportedNumber] = {}
    for key, value in given.items():
        name = _name_of(key, known)
        if name in found:
            raise ArgumentError(f"reported: {name} is given twice. Fix: give it once.")
        found[name] = _number(name, value)
    return found


def _name_of(key: str, classes: set[str]) -> str:
    metric, bracket, of_class = key.partition("[")
    plain = re.sub(r"[^a-z0-9]", "", metric.lower())
    name = _OTHER_NAMES.get(plain) or _at_iou(plain, has_point="." in metric)
    if name is None:
        raise ArgumentError(
            f"reported: {key!r} is not compared.{did_you_mean(metric, (*METRICS, *SIZES, 'AR'))} "
            f"Fix: pass {', '.join(METRICS)}, AP40 or that of another IoU, {', '.join(SIZES)}, AR, "
            f"or of one class {METRICS[1]}[name]."
        )
    if not bracket:
        return name
    chosen = of_class.removesuffix("]")
    if chosen not in classes:
        shown = ", ".join(sorted(classes)[:8])
        hint = did_you_mean(chosen, classes)
        raise ArgumentError(f"reported: no class is named {chosen!r}.{hint} Fix: pass one of {shown}.")
    return f"{name}[{chosen}]"


def _at_iou(plain: str, *, has_point: bool) -> str | None:
    """``AP40`` of "map40", "map04" and, written with a point, "map4"."""
    match = re.fullmatch(r"m?ap(\d+)", plain)
    if match is None:
        return None
    digits = match[1]
    hundredths = f"{digits.removeprefix('0'):0<2}" if digits.startswith("0") or has_point else digits
    return f"AP{hundredths}" if len(hundredths) == 2 and int(hundredths) else None


def _number(name: str, value: float | str) -> ReportedNumber:
    text = said = str(value).strip()
    percent = text.endswith("%")
    text = text.removesuffix("%").strip()
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= _MOST_PERCENT:
        raise ArgumentError(f"reported: {name} is {value!r}. Fix: pass a number such as 0.7797, or percent.")
    digits = len(text.partition(".")[2]) if "e" not in text.lower() else 12
    scale = _MOST_PERCENT if percent or number > 1 else 1.0
    return ReportedNumber(number / scale, 0.5 * 10.0**-digits / scale + 1e-9, said)
