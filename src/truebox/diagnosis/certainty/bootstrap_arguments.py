"""The arguments of every bootstrap, checked in one place."""

from __future__ import annotations

from dataclasses import dataclass

from truebox.errors import ArgumentError

__all__ = ["Draws", "check_bootstrap", "check_seed"]

_FEWEST, _MOST = 100, 1_000_000
_SEEDS = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """How often images are drawn, for intervals of which level, and what decides which.

    Examples
    --------
    >>> Draws(replicates=200, level=0.95, seed=0).replicates
    200
    """

    replicates: int
    level: float
    seed: int


def check_bootstrap(replicates: int, level: float, seed: int) -> None:
    """Refuse what no bootstrap can be run with.

    Raises
    ------
    ArgumentError
        The message names the argument.

    Examples
    --------
    >>> check_bootstrap(1000, 0.95, 0)
    """
    if not _is_whole(replicates) or not _FEWEST <= replicates <= _MOST:
        raise ArgumentError(
            f"replicates: expected a whole number from {_FEWEST} to {_MOST:,}, got {replicates!r}. "
            "Fix: pass 1000."
        )
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
        raise ArgumentError(
            f"level: expected a probability between 0 and 1, got {level!r}. Fix: pass 0.95 for 95 %."
        )
    check_seed(seed)


def check_seed(seed: int) -> None:
    """Refuse what is no seed.

    Examples
    --------
    >>> check_seed(7)
    """
    if not _is_whole(seed) or not 0 <= seed < _SEEDS:
        raise ArgumentError(
            f"seed: expected a whole number from 0 to 2**63 - 1, got {seed!r}. Fix: pass seed=0."
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
