"""Which annotations are probably wrong: where confident detectors and the truth disagree."""

from __future__ import annotations

from collections.abc import Sequence

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.suspects.suspect import LabelErrors, Suspect
from truebox.diagnosis.suspects.suspect_annotations import duplicated, wrong_boxes, wrong_classes
from truebox.diagnosis.suspects.suspect_objects import missing_objects
from truebox.diagnosis.suspects.trust import trust
from truebox.errors import ArgumentError
from truebox.evaluation import Result

__all__ = ["label_errors"]


@refuses_other_kinds
def label_errors(results: Result | Sequence[Result], *, least: float = 0.3) -> LabelErrors:
    """Probable mistakes of the truth, the most suspicious first.

    ``missing``
        Detections of one class on the background, where no truth is near (overlap below .3).
    ``class``
        A truth that detections of another class overlap by at least .5, while those of its own do not.
    ``box``
        A truth that detections of its class overlap by .3 to .75, while none overlaps it by more.
    ``duplicate``
        Two truths whose boxes overlap by at least .8.

    The suspicion is how much the detections are to be believed (the share of the detector's correct
    detections that have no higher score), averaged over the results, so that what several detectors say
    comes first; of ``class`` less what speaks for the truth, of ``box`` times how far off it is, of
    ``duplicate`` the overlap itself.

    Parameters
    ----------
    results : Result or sequence of Result
        Of one truth; each with classes. Several detectors are much better than one: they
        rarely err in the same place.
    least : float in [0, 1]
        Suspects below are left out.

    Returns
    -------
    LabelErrors

    Notes
    -----
    Measured on made worlds of 150 images (about 750 annotations) whose truth has some twenty planted mistakes
    of each kind: the share of planted ones among the first 5, 10 and 20 suspects, mean of six worlds.

    ============  =============  =============
    kind          one detector   two detectors
    ============  =============  =============
    missing       1.0 .82 .57    1.0 1.0 .74
    class         .87 .75 .49    .97 .92 .69
    box           1.0 1.0 1.0    1.0 1.0 1.0
    duplicate     1.0 1.0 1.0    1.0 1.0 1.0
    ============  =============  =============

    The detectors miss 15 to 20 % of the objects and name 8 to 11 % of them wrongly, which bounds how many
    of the twenty can be found.

    Raises
    ------
    ArgumentError
        There is no result, one is without classes, or they are not of the same truth.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> rest = {"area": 1600, "iscrowd": 0}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    ...     "annotations": [
    ...         {"id": 1, "image_id": 1, "category_id": 1, **rest, "bbox": [10, 10, 40, 40]},
    ...         {"id": 2, "image_id": 1, "category_id": 1, **rest, "bbox": [90, 10, 40, 40]}]}
    >>> found = [
    ...     {"image_id": 1, "category_id": 1, "score": 0.8, "bbox": [10, 10, 40, 40]},
    ...     {"image_id": 1, "category_id": 2, "score": 0.9, "bbox": [90, 10, 40, 40]}]
    >>> suspects = label_errors(evaluate(truth, found, mode="corrected"))
    >>> [(suspect.kind, suspect.written, suspect.proposed) for suspect in suspects]
    [('class', 'cat', 'dog')]
    """
    listed = (results,) if isinstance(results, Result) else tuple(results)
    _refuse(listed)
    tables = [(result.matches, trust(result.matches)) for result in listed]
    suspects: list[Suspect] = [
        *missing_objects(tables, least),
        *wrong_classes(tables, least),
        *wrong_boxes(tables, least),
        *(pair for pair in duplicated(tables[0][0]) if pair.suspicion >= least),
    ]
    suspects.sort(key=lambda suspect: -suspect.suspicion)
    return LabelErrors(tuple(suspects), len(listed))


def _refuse(results: tuple[Result, ...]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: pass at least one result.")
    first = results[0]
    for result in results:
        if result.parameters.class_agnostic:
            raise ArgumentError("results: one is without classes. Fix: leave class_agnostic out.")
        same = (
            result.state.images.tolist() == first.state.images.tolist()
            and result.state.categories.tolist() == first.state.categories.tolist()
            and result.matches.truths.row.tolist() == first.matches.truths.row.tolist()
        )
        if not same:
            raise ArgumentError(
                "results: they are of different truths. "
                "Fix: evaluate all detectors on the same truth, images and categories."
            )
