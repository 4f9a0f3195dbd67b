"""Gates as values."""

from __future__ import annotations

from truebox.diagnosis import Gate, Gates

GOOD = Gate(expression="AP=.4", subject="AP", name="a", value=0.5, limit=0.4, passed=True)
BAD = Gate(
    expression="AP[<b>]=.6", subject="AP[<b>]", name="a", value=None, limit=0.6, passed=False, reason="no"
)


def test_all_must_pass():
    assert Gates((GOOD, GOOD)).passed
    assert not Gates((GOOD, BAD)).passed
    assert list(Gates((GOOD, BAD))) == [GOOD, BAD]
    assert Gates((GOOD, BAD))[1] is BAD
    assert len(Gates((GOOD, BAD))) == 2


def test_plain_values_have_the_documented_keys():
    assert BAD.to_dict() == {
        "expression": "AP[<b>]=.6",
        "name": "a",
        "value": None,
        "limit": 0.6,
        "passed": False,
        "reason": "no",
    }
    assert Gates((GOOD,), ("note",)).to_dict() == {
        "passed": True,
        "gates": [GOOD.to_dict()],
        "notes": ["note"],
    }


def test_html_is_escaped():
    shown = Gates((BAD,))._repr_html_()
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown
