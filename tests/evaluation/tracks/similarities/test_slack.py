"""Strict mode gives what the references give, corrected mode nothing."""

from __future__ import annotations

import sys

from truebox.evaluation.tracks.similarities.slack import slack


def test_one_step_beside_one_in_strict_mode_alone():
    assert (slack("strict"), slack("corrected")) == (sys.float_info.epsilon, 0.0)
