"""The exception tree: what catches what, and how a message reads."""

from __future__ import annotations

import pickle

import pytest

from truebox import errors
from truebox.errors import ArgumentError, InputError, MissingExtraError, TrueboxError, TrueboxWarning


@pytest.mark.parametrize("name", [name for name in errors.__all__ if name.endswith("Error")])
def test_one_except_clause_catches_every_error(name):
    assert issubclass(getattr(errors, name), TrueboxError)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [(ArgumentError, ValueError), (InputError, ValueError), (MissingExtraError, ImportError)],
)
def test_errors_are_also_the_builtin_kind_people_expect(error, builtin):
    assert issubclass(error, builtin)


def test_an_input_error_reads_code_place_problem_fix():
    error = InputError(
        "E-120", "pred.json[17].bbox", "3 numbers, need 4", "Write x, y, width, height", row=17
    )
    assert str(error) == "E-120 pred.json[17].bbox: 3 numbers, need 4. Fix: Write x, y, width, height."
    assert (error.code, error.row) == ("E-120", 17)


def test_an_input_error_survives_the_way_between_processes():
    error = InputError("E-120", "pred.json[17]", "too short", "Add a number", row=17)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_missing_extra_names_the_command_that_installs_it():
    message = str(MissingExtraError("matplotlib", "plot", "Drawing a chart"))
    assert message == "Drawing a chart needs matplotlib. Install it with: pip install 'matplotlib>=3.8'"


def test_warnings_are_user_warnings_so_that_they_are_shown():
    assert issubclass(TrueboxWarning, UserWarning)


def test_the_docstring_draws_the_whole_tree():
    for name in errors.__all__:
        assert name in errors.__doc__
