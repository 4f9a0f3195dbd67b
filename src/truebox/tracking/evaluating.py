"""One call for tracks: both sides in, HOTA and everything else out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.evaluation import evaluate_tracks

if TYPE_CHECKING:
    from truebox.evaluation import TrackProtocol, TrackResult
    from truebox.typing import Mode

__all__ = ["evaluate"]


@refuses_other_kinds
def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: str | TrackProtocol | None = None,
    mode: Mode = "strict",
    rules: str = "trackeval",
    sequences: Iterable[str] | None = None,
    similarity: Any = None,
    threads: int | None = None,
    **reading: Any,
) -> TrackResult:
    """`truebox.evaluation.evaluate_tracks`, under the name that people of tracking look for.

    Parameters
    ----------
    truth, predictions : path or mapping
        A folder or file of tracks, or a mapping with ``frames``, ``ids`` and ``boxes`` (x, y, width, height).
    protocol, mode, rules, sequences, similarity, threads
        As there.
    **reading
        ``box_format``, ``frame_offset``, ``frame_step``, ``box_scale``, ``fit_test``.

    Returns
    -------
    TrackResult

    Examples
    --------
    >>> from truebox import tracking
    >>> truth = {"frames": [1, 2], "ids": ["a", "a"], "boxes": [[0, 0, 9, 9]] * 2}
    >>> found = {"frames": [1, 2], "ids": [1, 2], "boxes": [[0, 0, 9, 9]] * 2}
    >>> result = tracking.evaluate(truth, found)
    >>> result.metrics["IDF1"], result.metrics["IDSW"]
    (0.5, 1)
    """
    return evaluate_tracks(
        truth,
        predictions,
        protocol=protocol,
        mode=mode,
        rules=rules,
        sequences=sequences,
        similarity=similarity,
        threads=threads,
        **reading,
    )
