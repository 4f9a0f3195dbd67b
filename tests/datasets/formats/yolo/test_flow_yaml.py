"""YAML on one line, against PyYAML where that is installed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.formats.yolo.flow_yaml import FlowError, parse_flow, parse_scalar

yaml = pytest.importorskip("yaml", reason="PyYAML is the reference here")


@pytest.mark.parametrize(
    "text",
    [
        '[cat, \'sea lion\', "a \\"b\\""]',
        "[ cat , dog, ]",
        "[]",
        "{0: cat, 1: 'dog'}",
        "{}",
        "['it''s', x#y]",
        "[a: b]",
        "[\n  cat, # first\n  dog\n]",
        "[x:y, a:b]",
    ],
)
def test_what_is_read_is_what_yaml_says(text):
    try:
        found = parse_flow(text)
    except FlowError:
        assert text == "[a: b]"  # a mapping inside a list, which names of classes never are
        return
    expected = yaml.load(text, yaml.BaseLoader)
    assert found == expected


@pytest.mark.parametrize(
    "text", ["[a", "[a, [b]]", "[&x a]", "[*x]", "{a}", "{a: b, a: c}", "['a]", "[,]x", "{: a"]
)
def test_anything_else_is_refused(text):
    with pytest.raises(FlowError):
        parse_flow(text)


@pytest.mark.parametrize(
    "text", ["&a b", "!!str x", "*a", "| ", "> x", "- a", "a: b", "'x", "'a' b", "@x", "`x"]
)
def test_scalars_that_are_more_than_text_are_refused(text):
    with pytest.raises(FlowError):
        parse_scalar(text)


@pytest.mark.parametrize(
    "text", ["{0:''}", "{''0:}", "{a:'b'}", '{a:"b"}', "{a b: c d: e}", "{: a b}", "{a\n: b}"]
)
def test_a_colon_stands_between_a_key_and_its_text_on_a_line_and_before_a_space(text):
    """YAML 1.1 reads the first as the one text 0:'' without a value, and refuses the second."""
    with pytest.raises(FlowError):
        parse_flow(text)


@given(st.text(alphabet=" abc'\"[]{},:#-&*!|\n01", max_size=24))
def test_any_text_is_read_as_yaml_reads_it_or_refused(text):
    for wrapped in (f"[{text}]", f"{{{text}}}"):
        try:
            found = parse_flow(wrapped)
        except FlowError:
            continue
        assert found == yaml.load(wrapped, yaml.BaseLoader)
