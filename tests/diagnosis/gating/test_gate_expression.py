"""What is an expression, and what is said of anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.diagnosis.gating.gate_expression import parse_gate
from truebox.errors import ArgumentError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AP=0.40", ("AP", None, ">=", 0.4)),
        (" AP >= .4 ", ("AP", None, ">=", 0.4)),
        ("AP<=0.9", ("AP", None, "<=", 0.9)),
        ("AP=40%", ("AP", None, ">=", 0.4)),
        ("AP=4e-1", ("AP", None, ">=", 0.4)),
        ("AP50[person]=0.6", ("AP50", "person", ">=", 0.6)),
        ("AP50[a=b]=0.6", ("AP50", "a=b", ">=", 0.6)),
        ("AP50[a]b[c]=0.6", ("AP50", "a]b[c", ">=", 0.6)),
        ("AP[size:small]>=0.2", ("AP", "size:small", ">=", 0.2)),
        ("AP[信号]=0", ("AP", "信号", ">=", 0.0)),
    ],
)
def test_expressions(text, expected):
    gate = parse_gate(text)
    assert (gate.metric, gate.selector, gate.relation, gate.limit) == expected
    assert gate.text == text.strip()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "does not begin with a metric"),
        ("=0.4", "does not begin with a metric"),
        ("__import__('os').system('true')=1", "does not begin with a metric"),
        ("AP", "no limit follows AP"),
        ("AP=", "no limit follows AP"),
        ("AP=x", "no limit follows AP"),
        ("AP=0.4 or 1", "no limit follows AP"),
        ("AP=1.2.3", "1.2.3 is no number"),
        ("AP[person=0.4", "the brackets are not closed"),
        ("AP[]=0.4", "the brackets are not closed, or empty"),
        ("AP==0.4", "== is not known"),
        ("AP>0.4", "use = .at least., >= or <="),
        ("AP=40", "write 0.4"),
        ("AP=100", "write 1."),
        ("AP=101", "write 0.40"),
        ("AP=-0.4", "metrics are fractions"),
        ("AP=1e999", "metrics are fractions"),
        ("A" * 600 + "=1", "is no gate"),
    ],
)
def test_anything_else_is_refused_with_a_way_out(text, problem):
    with pytest.raises(ArgumentError, match=problem) as caught:
        parse_gate(text)
    assert "Fix: " in str(caught.value)
    assert len(str(caught.value)) < 1200


@given(st.text(max_size=60))
def test_no_text_does_anything_else(text):
    try:
        gate = parse_gate(text)
    except ArgumentError:
        return
    assert 0 <= gate.limit <= 1


@given(st.text(min_size=1, max_size=20).filter(lambda name: name.strip()), st.integers(0, 1000))
def test_any_class_name_can_be_asked_for(name, thousandths):
    gate = parse_gate(f"AP50[{name}]={thousandths / 1000}")
    assert (gate.selector, gate.limit) == (name.strip(), thousandths / 1000)
