"""What to know about label maps, in sentences: how sure the mean IoU is, and which classes are weakest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.label_maps.drawn_maps import map_intervals
from truebox.diagnosis.words.how_sure import how_sure

if TYPE_CHECKING:
    from truebox.evaluation import SemanticResult

__all__ = ["map_sentences"]

_MOST = 3


@refuses_other_kinds
def map_sentences(result: SemanticResult) -> list[str]:
    """Say how sure the mean IoU is, and which classes are weakest and where their pixels are lost.

    Parameters
    ----------
    result : SemanticResult
        Of `truebox.evaluate` with a protocol of label maps.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from pathlib import Path
    >>> from PIL import Image
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for side, labels in (("truth", [[0, 12]]), ("found", [[0, 0]])):
    ...         Path(folder, side).mkdir()
    ...         Image.fromarray(np.array(labels, np.uint8)).save(Path(folder, side, "a.png"))
    ...     result = evaluate(f"{folder}/truth", f"{folder}/found", protocol="voc_segmentation")
    >>> map_sentences(result)[-1]
    'Weakest of 2 classes: dog 0.000 (100% of its pixels missed), background 0.500 (0% of its pixels missed).'
    """
    key = result.layout.main
    sentences = [how_sure(key, map_intervals(result)[key], f"{result.images:,} such images")]
    known = [(value, each) for each in result.per_class if (value := each.metrics[key]) is not None]
    if len(known) > 1:
        weakest = sorted(known, key=lambda pair: pair[0])[:_MOST]
        named = ", ".join(
            f"{each.name} {value:.3f} ({1 - each.true_positives / each.truths:.0%} of its pixels missed)"
            if each.truths
            else f"{each.name} {value:.3f} (only predicted)"
            for value, each in weakest
        )
        sentences.append(f"Weakest of {len(known)} classes: {named}.")
    return sentences
