"""Which split predictions belong to, judged by the images that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.datasets import registry
from truebox.datasets.joining.joining import join, unknown_names
from truebox.datasets.joining.partners import partners_of
from truebox.datasets.path_reading import states_its_boxes
from truebox.datasets.reading import read_truth
from truebox.datasets.splitting.split_names import split_of_file
from truebox.datasets.splitting.splits import ALL_SPLITS, SeveralSplitsError, Splits
from truebox.errors import ArgumentError, InputError, MissingExtraError
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["other_splits", "read_truth_of", "saying_which_split", "states_its_boxes"]

_NOT_READ = (InputError, ArgumentError, MissingExtraError, OSError)
_UPWARDS = 2
_LEAST_SHARE, _TIMES_BETTER, _LEAST_ROWS = 0.3, 2, 3


@refuses_other_kinds
def read_truth_of(
    read: Callable[[str | None], Truth], predictions: Callable[[], Sequence[Predictions]]
) -> Truth:
    """The truth; of several splits the one that holds all images that the predictions name (W-403).

    Parameters
    ----------
    read : callable
        Reads the split of this name; with None what was asked for, or what the data set states.
    predictions : callable
        Reads the predictions without a truth; called only where there is a choice.

    Raises
    ------
    SeveralSplitsError
        Several splits hold all predicted images, or none does (E-415).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [], "labels": []}])
    >>> read_truth_of(lambda split: truth, list) is truth
    True
    """
    try:
        return read(None)
    except SeveralSplitsError as several:
        splits = several.splits
    found = _tried(predictions) or []
    named = sum(len(each.image.distinct()) for each in found)
    if not named:
        raise SeveralSplitsError(splits, ", and there are no predictions to choose by")
    truths: dict[str, Truth] = {
        name: truth for name in splits.paths if (truth := _tried(read, name)) is not None
    }
    left = {name: sum(_unknown(truth, each) for each in found) for name, truth in truths.items()}
    holding = [name for name in truths if not left[name]]
    if splits.nested:
        holding = _smallest(holding, truths)
    if len(holding) > 1:
        proposed, said = _fitting({name: truths[name] for name in holding}, found)
        raise SeveralSplitsError(splits, _why_not(holding, left, named) + said, proposed)
    unread = [name for name in splits.paths if name not in truths]
    if unread and not holding:
        read(unread[0])  # which says why it is refused: the images may be there
    if not holding:
        together = not splits.are_files and sum(named - count for count in left.values()) >= named
        why = _why_not(holding, left, named)
        refusal = SeveralSplitsError(splits, why, ALL_SPLITS if together else None)
        if all(count == named for count in left.values()):
            refusal.fix = "name the truth of these images, or the predictions of one of these splits"
        elif left:
            best = min(left, key=lambda name: left[name])
            rest = counted(left[best], "predicted image")
            one = f"rerun with --split {best} --lenient, which leaves out {rest} of others"
            refusal.fix = (
                f"{one}, or with --split {ALL_SPLITS}, whose truth is that of all" if together else one
            )
        raise refusal
    chosen = truths[holding[0]]
    others = ", ".join(say(name) for name in splits.paths if name != holding[0])
    best = "the smallest that holds" if splits.nested else "the only one that holds"
    text = (
        f"split {say(holding[0])} of {splits.place} is read, {best} "
        f"{_all_images(named)} (others: {others}); --split says another"
    )
    return replace(chosen, findings=(*chosen.findings, Finding("W-403", text, named)))


def _fitting(truths: Mapping[str, Truth], found: Sequence[Predictions]) -> tuple[str | None, str]:
    """The split on whose objects the detections lie clearly more often, and in words how often on each."""
    shares = {name: _tried(_share, truth, found) or 0.0 for name, truth in truths.items()}
    best, *rest = sorted(shares, key=lambda name: -shares[name])
    if shares[best] < max(_LEAST_SHARE, *(_TIMES_BETTER * shares[name] for name in rest)):
        return None, ""
    said = ", ".join(f"{shares[name]:.0%} in {say(name)}" for name in (best, *rest))
    return best, f"; of the most confident boxes lie on an object: {said}"


def _share(truth: Truth, found: Sequence[Predictions]) -> float:
    partners = [partners_of(truth, join(truth, each)) for each in found]
    count = sum(len(each.overlaps) for each in partners)
    on_objects = sum(int(each.on_objects.sum()) for each in partners)
    return on_objects / count if count >= _LEAST_ROWS else 0.0


@contextmanager
@refuses_other_kinds
def saying_which_split(truth: Truth, predictions: Callable[[], Predictions]) -> Iterator[None]:
    """A refusal of unknown images (E-130) that names the split of the same data set that has them all.

    Parameters
    ----------
    truth : Truth
        What was read.
    predictions : callable
        Gives the predictions; called only after a refusal.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [], "labels": []}])
    >>> with saying_which_split(truth, lambda: None):
    ...     pass
    """
    try:
        yield
    except InputError as error:
        if error.code != "E-130":
            raise
        found = _tried(predictions)
        other = None if found is None else _split_with_all(truth, found)
        if other is None or found is None:
            raise
        name, splits = other
        problem = f"{_all_images(len(found.image.distinct()))} lie in split {say(name)} of {splits.place}"
        known = counted(len(truth.images), "image")
        problem += f", and the truth that is read, {truth.source.name} ({known}), is another part of it"
        raise InputError("E-130", error.place, problem, _rerun(truth, splits, name), row=error.row) from None


def other_splits(truth: Truth) -> Iterator[tuple[str, Truth, str]]:
    """The other splits of the data set that a truth is of: name, truth, and how to evaluate with it.

    Splits that cannot be read are passed over.

    Examples
    --------
    >>> import truebox as tb
    >>> list(other_splits(tb.read_truth([{"boxes": [], "labels": []}])))
    []
    """
    splits = _splits_around(truth)
    for name in splits.paths if splits is not None else ():
        other = _tried(read_truth, str(splits.place), split=name) if name != ALL_SPLITS else None  # type: ignore[union-attr]
        if other is not None and splits is not None:
            yield name, other, _rerun(truth, splits, name)


def _split_with_all(truth: Truth, found: Predictions) -> tuple[str, Splits] | None:
    """The one split that holds all predicted images."""
    splits = _splits_around(truth)
    if splits is None:
        return None
    names = [name for name, other, _ in other_splits(truth) if not _unknown(other, found)]
    return (names[0], splits) if len(names) == 1 else None


def _splits_around(truth: Truth) -> Splits | None:
    """The splits of the data set that a truth is of, or is a split of."""
    path = truth.source.path
    if path is None:
        return None
    splits = registry.splits_at(path)
    if splits is not None:
        return splits
    whole = path.absolute()
    near = "/".join(whole.parts[-_UPWARDS - 1 :])
    if not split_of_file(near) and not split_of_file(f"{near}/"):
        return None
    return next(
        (found for place in list(path.parents)[:_UPWARDS] if (found := registry.splits_at(place))), None
    )


def _rerun(truth: Truth, splits: Splits, name: str) -> str:
    given = str(splits.place) == truth.source.name
    return f"rerun with --split {name}" if given else f"rerun with {splits.place} --split {name}"


def _tried(read: Callable[..., Any], *given: Any, **how: Any) -> Any:
    """What is read, or None where it is refused: this only looks for a better word."""
    try:
        return read(*given, **how)
    except _NOT_READ:
        return None


def _unknown(truth: Truth, found: Predictions) -> int:
    """How many predicted images the truth does not list."""
    if found.image_by == "name" or found.image.are_strings != truth.images.ids.are_strings:
        return len(unknown_names(truth, found)[0])
    used = found.image.distinct().tolist()
    names = found.image.names
    known = set(truth.images.ids.tolist())
    return sum((value if names is None else names[value]) not in known for value in used)


def _smallest(names: list[str], truths: Mapping[str, Truth]) -> list[str]:
    """Of splits that hold one another the one that all others hold; all where there is none."""
    images = {name: set(map(str, truths[name].images.ids.tolist())) for name in names}
    return next(
        ([name] for name in names if all(images[name] < images[each] for each in names if each != name)),
        names,
    )


def _why_not(holding: list[str], left: Mapping[str, int], named: int) -> str:
    if holding:
        return f", and {_all_images(named)} lie in each of {', '.join(map(say, holding))}"
    counts = ", ".join(f"{named - missing} in {say(name)}" for name, missing in left.items())
    return f", and none holds all {counted(named, 'predicted image')}" + (f" ({counts})" if counts else "")


def _all_images(count: int) -> str:
    return f"all {count:,} predicted images" if count > 1 else "the only predicted image"
