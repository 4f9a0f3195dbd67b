"""Truth and predictions as marks: captions, pairs, and one picture out of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.drawing.marking.painting import paint, paint_alike
from truebox.drawing.marking.pairs import BestPair, best_pairs
from truebox.drawing.painting.strokes import strokes_for
from truebox.drawing.theme import Theme, as_theme
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.pillow import Image
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Sides"]

# So many boxes of a side are called "truth" or "prediction" when nothing else is known about them.
_FEW = 3


@dataclass(slots=True, eq=False, kw_only=True)
class Sides:
    """What the caller says about both sides; checked against how many there are.

    Parameters
    ----------
    truth_labels, prediction_labels : sequence of str or None
    scores : sequence of numbers or None
    crowds : sequence of bool
        Truths that are regions of many; empty where none is.
    theme : str or Theme
    line_width, text_size : int or None
    show_iou, shade : bool
    measure : str
        What the overlap is called in captions.
    """

    truth_labels: Sequence[Any] | None = None
    prediction_labels: Sequence[Any] | None = None
    scores: Sequence[float] | None = None
    crowds: Sequence[bool] = ()
    theme: str | Theme = "classic"
    line_width: int | None = None
    text_size: int | None = None
    show_iou: bool = True
    shade: bool = True
    measure: str = "IoU"

    @property
    def look(self) -> Theme:
        """The theme as a value."""
        return as_theme(self.theme)

    def draw(
        self,
        canvas: Canvas,
        truth: Sequence[Mark],
        predictions: Sequence[Mark],
        overlap: Callable[[], FloatArray],
    ) -> Image.Image:
        """Write captions into the marks and paint them; `overlap` is asked for only where it is shown."""
        truth_words = _words("truth_labels", self.truth_labels, len(truth), "truth")
        predicted_words = _words("prediction_labels", self.prediction_labels, len(predictions), "prediction")
        scores = _checked_scores(self.scores, len(predictions))
        pairs = []
        if truth and predictions and (self.show_iou or self.shade):
            pairs = best_pairs(overlap(), self.truth_labels, self.prediction_labels)
        values = self._overlaps(pairs, len(truth), len(predictions)) if truth and self.show_iou else {}
        if any(truth_words) or any(self.crowds):
            crowds = self.crowds or repeat(False, len(truth))
            for mark, word, crowd in zip(truth, truth_words, crowds, strict=True):
                mark.caption = _lines(f"{word} (crowd)" if crowd else word)
        if any(predicted_words) or values or self.scores is not None:
            for row, (mark, word, score) in enumerate(zip(predictions, predicted_words, scores, strict=True)):
                mark.caption = _lines(_with_score(word, score), values.get(row))
        shaded = [(len(truth) + pair.prediction, pair.truth) for pair in pairs] if self.shade else []
        sizes = strokes_for(canvas.size, line_width=self.line_width, text_size=self.text_size)
        ahead = canvas.ahead()
        paint(canvas, [*truth, *predictions], shaded, self.look, sizes)
        return canvas.picture(ahead)

    def draw_predictions(
        self, canvas: Canvas, anchors: FloatArray, outlines: tuple[FloatArray, Int64Array] | None = None
    ) -> Image.Image:
        """The same as `draw` without a truth, of boxes [N, 4], or of the outline in each of `flat_outlines`.

        A mark for each of them would take longer than drawing it.
        """
        count = len(anchors)
        words = _words("prediction_labels", self.prediction_labels, count, "prediction")
        scores = _checked_scores(self.scores, count)
        captions: list[tuple[str, ...]] = []
        if any(words) or self.scores is not None:
            captions = [_lines(_with_score(word, score)) for word, score in zip(words, scores, strict=True)]
        look = self.look
        sizes = strokes_for(canvas.size, line_width=self.line_width, text_size=self.text_size)
        ahead = canvas.ahead()
        paint_alike(canvas, anchors, outlines, captions, colour=look.prediction, theme=look, sizes=sizes)
        return canvas.picture(ahead)

    def _overlaps(self, pairs: Sequence[BestPair], truths: int, predictions: int) -> dict[int, str]:
        """What each prediction shares with the truth it overlaps most; 0 where it overlaps none."""
        most = {pair.prediction: pair.overlap for pair in pairs}
        crowds = self.crowds or [False] * truths
        compared = [place for place in range(truths) if not crowds[place]]
        for row in range(predictions):
            if self.truth_labels is None or self.prediction_labels is None:
                comparable = bool(compared)
            else:
                comparable = any(self.truth_labels[at] == self.prediction_labels[row] for at in compared)
            if comparable:
                most.setdefault(row, 0.0)
        return {row: f"{self.measure}: {value:.4f}" for row, value in most.items()}


def _words(name: str, labels: Sequence[Any] | None, count: int, word: str) -> list[str]:
    if labels is None:
        return [word if count <= _FEW else ""] * count
    if isinstance(labels, str):
        raise ArgumentError(f"{name} is the text {labels!r}; expected a list with a text per object")
    if len(labels) != count:
        raise ArgumentError(f"{name} has {len(labels)} entries, but there are {count} objects; give one each")
    return [str(label) for label in labels]


def _checked_scores(scores: Sequence[float] | None, count: int) -> list[float | None]:
    if scores is None:
        return [None] * count
    refuse_masked(scores, "scores")
    values = np.asarray(scores, dtype=np.float64).ravel()
    if len(values) != count:
        raise ArgumentError(f"scores has {len(values)} entries, but there are {count} predictions")
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values)))
        raise ArgumentError(f"scores[{row}] is {values[row]}; expected a finite number")
    return list(values.tolist())


def _with_score(word: str, score: float | None) -> str:
    return word if score is None else f"{word} {score:.2f}".strip()


def _lines(*lines: str | None) -> tuple[str, ...]:
    return tuple(filter(None, lines))
