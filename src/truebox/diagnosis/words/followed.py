"""What to know about a tracker of one object, in sentences: how sure, how often lost, where it is weakest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.sequences.followed import followed_intervals
from truebox.diagnosis.words.how_sure import how_sure

if TYPE_CHECKING:
    from truebox.evaluation import FollowedResult

__all__ = ["followed_sentences"]

_MOST = 3


@refuses_other_kinds
def followed_sentences(result: FollowedResult) -> list[str]:
    r"""Say how sure the headline is, how often the object is lost, and which sequences are weakest.

    Parameters
    ----------
    result : FollowedResult
        Of `truebox.evaluate` with a protocol of one object.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for file in ("otb/walk/groundtruth_rect.txt", "mine/walk.txt"):
    ...         Path(folder, file).parent.mkdir(parents=True)
    ...         _ = Path(folder, file).write_text("10,10,20,40\n12,10,20,40")
    ...     result = evaluate(f"{folder}/otb", f"{folder}/mine", protocol="otb")
    >>> followed_sentences(result)[-1]
    'The object is never lost: every box of the 2 frames that count holds a part of it.'
    """
    key = result.layout.main
    drawn = f"{len(result.per_sequence):,} such sequences"
    sentences = [how_sure(key, followed_intervals(result)[key], drawn)]
    if result.lost:
        share = result.lost / result.truths
        sentences.append(
            f"The object is lost in {result.lost:,} of {result.truths:,} frames ({share:.0%}): nothing of it "
            "is in the box."
        )
    elif result.truths:
        sentences.append(
            f"The object is never lost: every box of the {result.truths:,} frames that count holds a part "
            "of it."
        )
    known = [(value, each) for each in result.per_sequence if (value := each.metrics[key]) is not None]
    if len(known) > _MOST:
        weakest = sorted(known, key=lambda pair: pair[0])[:_MOST]
        named = ", ".join(f"{each.name} {value:.3f}" for value, each in weakest)
        sentences.append(f"Weakest are {named} of {len(known):,} sequences.")
    return sentences
