"""One part of a whole diagnosis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis as diagnosing
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.of_result import diagnosed

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_diagnosis"]

_PARTS = (
    "errors", "curves", "points", "confusion", "calibration", "slices", "intervals", "ties", "label_errors",
    "result",
)  # fmt: skip


@refuses_other_kinds
def plot_diagnosis(
    diagnosis: Any, *, part: str | None = None, ax: Axes | None = None, **options: Any
) -> Axes:
    """Plot one part of what `truebox.diagnosis.diagnose` found.

    Parameters
    ----------
    diagnosis : Diagnosis or Result
        Of `truebox.diagnosis`; a result is diagnosed.
    part : str, optional
        Name of its attribute, such as ``"confusion"``. By default the errors, or the curves where errors have
        no meaning for the result.
    ax : Axes, optional
        By default those of a new figure.
    **options
        Those of the function that plots the part.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        There is no such part; the message gives the reason.

    Examples
    --------
    >>> import truebox as tb
    >>> made = tb.generation.make_dataset(30, 2, 20, 3.0, 1)
    >>> found = tb.diagnosis.diagnose(tb.evaluate(*made, mode="corrected"), replicates=100)
    >>> tb.plotting.plot_diagnosis(found).get_title()
    'AP lost to each kind of error'
    """
    diagnosis = diagnosed(diagnosis, diagnosing.diagnose)
    if not all(hasattr(diagnosis, name) for name in (*_PARTS, "skipped")):
        raise ArgumentError(f"diagnosis is {diagnosis!r}. Fix: pass what truebox.diagnosis.diagnose gives.")
    name = part
    if name is None:
        name = "curves" if diagnosis.errors is None else "errors"
    if name not in _PARTS:
        raise ArgumentError(f"part is {part!r}; expected one of {', '.join(_PARTS)}")
    shown = getattr(diagnosis, name)
    if shown is None:
        reason = diagnosis.skipped.get(name, "it was not asked for")
        raise ArgumentError(f"part: there are no {name} ({reason})")
    axes: Axes = shown.plot(ax=ax, **options)
    return axes
