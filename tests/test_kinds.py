"""`truebox._kinds`: a call that fails is refused in words where an argument is of another kind."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest

from truebox._kinds import answered_first, asks_kinds, refuse_masked, refuses_other_kinds, warn_caller
from truebox.boxes import box_area
from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation import evaluate


@refuses_other_kinds
def shared(number: float, *, times: int = 2) -> float:
    """Doc."""
    if number == 13:
        raise KeyError("a fault of ours")
    if number == 14:
        raise InputError("E-120", "here", "it is wrong", "mend it")
    return number / times


def test_a_call_that_succeeds_is_left_alone():
    assert shared(3) == 1.5
    assert shared(True, times=1) == 1


def test_an_argument_of_another_kind_is_named():
    with pytest.raises(ArgumentError, match=r"^number is 'three'; expected a number$"):
        shared("three")
    with pytest.raises(ArgumentError, match=r"^times is None; expected a whole number of 64 bits$"):
        shared(1.0, times=None)


def test_the_first_error_stays_its_cause():
    with pytest.raises(ArgumentError) as refused:
        shared("three")
    assert isinstance(refused.value.__cause__, TypeError)


def test_a_fault_that_no_argument_explains_stays_a_fault():
    with pytest.raises(KeyError, match="a fault of ours"):
        shared(13)


def test_what_is_refused_already_is_not_worded_again():
    with pytest.raises(InputError, match="it is wrong"):
        shared(14)


def test_a_call_that_does_not_fit_the_signature_is_pythons_to_word():
    with pytest.raises(TypeError, match="unexpected keyword argument 'often'"):
        shared(1, often=3)
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        shared()


def test_the_function_is_still_itself():
    assert shared.__name__ == "shared"
    assert shared.__doc__ == "Doc."
    assert shared.__kwdefaults__ == {"times": 2}
    assert list(inspect.signature(shared).parameters) == ["number", "times"]
    assert pickle.loads(pickle.dumps(box_area)) is box_area


def test_a_constructor_that_keeps_its_arguments_asks_before_it_runs():
    ran = []

    class Kept:
        @asks_kinds
        def __init__(self, factor: float, names: tuple[str, ...] = ()) -> None:
            ran.append(factor)

    Kept(2, ("a",))
    with pytest.raises(ArgumentError, match="factor is 'a'; expected a number"):
        Kept("a")
    with pytest.raises(TypeError, match="often"):
        Kept(1, often=2)
    assert ran == [2]


def test_what_is_answered_first_does_not_run():
    ran = []

    @answered_first(lambda args, named: 10 * args[0] if args == (1,) and not named else None)
    @refuses_other_kinds
    def tenfold(number: float, *, times: float = 10.0) -> float:
        """Doc."""
        ran.append(number)
        return number * times

    assert tenfold(1) == 10
    assert ran == []
    assert (tenfold(2), tenfold(1, times=3)) == (20, 3)
    assert ran == [2, 1]
    with pytest.raises(ArgumentError, match="number is 'one'; expected a number"):
        tenfold("one", times=2.5)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'number'"):
        tenfold()
    assert (tenfold.__name__, tenfold.__doc__, tenfold.__kwdefaults__) == ("tenfold", "Doc.", {"times": 10.0})
    assert list(inspect.signature(tenfold).parameters) == ["number", "times"]


def test_a_warning_stands_where_the_package_was_called():
    """Python shows one text once for each place, so ours would hide that of a second data set."""
    truth = {
        "images": [{"id": 1}, {"id": 2}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": n, "image_id": n, "category_id": 1, "bbox": [0, 0, 9, 9], "area": 81, "iscrowd": 0}
            for n in (1, 2)
        ],
    }
    found = [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.9}]
    with pytest.warns(TrueboxWarning, match="W-301") as caught:
        evaluate(truth, found)
    assert {each.filename for each in caught} == {__file__}
    with pytest.warns(TrueboxWarning, match="said") as caught:
        warn_caller("said")
    assert caught[0].filename == __file__


def test_masked_values_are_refused_wherever_they_are_given() -> None:
    plain = np.array([1.0, 2.0])
    for value in (plain, [1.0, None], np.ma.array(plain), [plain, np.ma.array(plain)], "text", None):
        refuse_masked(value)
    hidden = np.ma.array(plain, mask=[False, True])
    for value in (hidden, [plain, hidden], ([hidden],), type("Own", (np.ma.MaskedArray,), {})(hidden)):
        with pytest.raises(
            ArgumentError, match=r"^scores is an array of numpy\.ma .* scores\.filled\(value\)"
        ):
            refuse_masked(value, "scores")
