"""How sure a headline is, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate

__all__ = ["how_sure"]


def how_sure(key: str, estimate: Estimate, drawn: str) -> str:
    """The sentence about a metric of data sets like this one; `drawn` says of what, such as "6 sequences".

    Examples
    --------
    >>> from truebox.diagnosis.certainty.estimate import Estimate
    >>> how_sure("AO", Estimate(value=None, reason="no frame counts"), "6 such sequences")
    'AO is undefined: no frame counts.'
    """
    if estimate.value is None:
        return f"{key} is undefined: {estimate.reason}."
    if estimate.low is None or estimate.high is None:
        return f"{key} {estimate.value:.3f}; how sure it is cannot be said: {estimate.reason}."
    return (
        f"{key} {estimate.value:.3f}; its mean over data sets of {drawn} lies in {estimate.low:.3f} to "
        f"{estimate.high:.3f} (95 % confidence interval; one other set differs more)."
    )
