"""All looks at a result, one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.detection.looks import joined
from truebox.evaluation.detection.looks.box_masks import box_masks
from truebox.evaluation.detection.looks.cut_short import cut_short
from truebox.evaluation.detection.looks.misread_rows import misread_rows
from truebox.evaluation.detection.looks.other_points import other_points
from truebox.evaluation.detection.looks.ranking.no_low_scores import no_low_scores
from truebox.evaluation.detection.looks.ranking.reversed_images import reversed_images
from truebox.evaluation.detection.looks.ranking.scores_apart import scores_apart
from truebox.evaluation.detection.looks.repeated_objects import repeated_objects
from truebox.evaluation.detection.looks.scaled_areas import scaled_areas
from truebox.evaluation.detection.looks.shifted_boxes import shifted_boxes
from truebox.evaluation.detection.looks.small_unlabelled import small_unlabelled
from truebox.evaluation.detection.looks.undetected_classes import undetected_classes
from truebox.evaluation.detection.looks.unlabelled_images import unlabelled_images
from truebox.evaluation.detection.looks.unpredicted_images import unpredicted_images
from truebox.evaluation.detection.looks.unsuppressed import unsuppressed
from truebox.evaluation.detection.looks.wrong_images import wrong_images
from truebox.evaluation.matches.judged import of_whole_images, outcomes
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.records import Finding, Predictions, Truth

__all__ = ["seen_otherwise"]

_MASKS = ("masks", "boundary")
_OTHERWISE = "W-321"
_AT_LEAST, _HARDLY, _FEWEST, _SHARE = 2, 0.25, 5, 0.05
"""Confident detections in an image and how many are right; so many such images, and of all of them."""


def seen_otherwise(
    result: Result,
    seen: Judged,
    evaluate_again: Callable[[Predictions], Result],
    against: Callable[[Truth], Result],
) -> tuple[Finding, ...]:
    """What the looks have to say of a result of any geometry (W-316 to W-320, W-322 to W-331, W-334).

    Parameters
    ----------
    result : Result
        Of shapes with the boxes around them.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    against : callable
        Evaluates the same predictions against another truth.

    Raises
    ------
    InputError
        All boxes or points mean something else, and AP is better so (E-470).
    """
    said = []
    if result.geometry == "boxes":
        said += [misread_rows(result, seen, evaluate_again), shifted_boxes(result, seen, evaluate_again)]
    elif result.geometry == "keypoints":
        said.append(other_points(result, seen, evaluate_again))
    else:
        said.append(box_masks(result))
        turned = any(each.code == _OTHERWISE for each in result.warnings)  # and so of other sides as well
        if result.geometry in _MASKS or (result.geometry in ROTATED and not turned):
            said.append(shifted_boxes(result, seen, evaluate_again))
    whole = of_whole_images(result.state)
    if not any(said) and _images_miss(result, seen, whole):
        classes, images = joined.causes(result, seen, whole)
        if classes:
            said.append(joined.of_other_classes(result, seen, whole, evaluate_again))
        if images:
            said.append(joined.of_other_images(result, seen, whole, evaluate_again))
    if not any(said):  # which may be of some images alone
        said.append(wrong_images(result))
    said += [
        unsuppressed(result, seen, whole, evaluate_again),
        repeated_objects(result, against),
        scores_apart(result, whole, evaluate_again),
        reversed_images(result, seen, evaluate_again),
        no_low_scores(result, seen),
        scaled_areas(result),
        cut_short(result),
        undetected_classes(result),
        unpredicted_images(result, against),
        unlabelled_images(result, seen),
        small_unlabelled(result, seen, evaluate_again),
    ]
    return tuple(filter(None, said))


def _images_miss(result: Result, seen: Judged, whole: StateRows) -> bool:
    """Whether hardly a confident detection is right in several images, as where others were joined."""
    if not len(seen.score):
        return False
    sure = whole.score >= seen.score[seen.certain].min()
    image, right = whole.image[sure], outcomes(result, whole)[0][sure]
    many = np.bincount(image)
    looked_at = many >= _AT_LEAST
    missed = looked_at & (np.bincount(image, weights=right) <= _HARDLY * many)
    fewest = max(_FEWEST, _SHARE * np.count_nonzero(looked_at))
    return bool(np.count_nonzero(missed) >= fewest)
