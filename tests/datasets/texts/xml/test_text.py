"""Text in XML: what is written is read again, what XML does not have is refused."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.texts.xml.text import xml_text, xml_value
from truebox.errors import InputError


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")))
def test_text_comes_back(text):
    element = fromstring(f"<a b={xml_value(text)}>{xml_text(text)}</a>")
    assert (element.attrib["b"], element.text or "") == (text, text)


def test_line_ends_and_tabs_come_back():
    text = "a\r\nb\tc\n"
    element = fromstring(f"<a b={xml_value(text)}>{xml_text(text)}</a>")
    assert (element.attrib["b"], element.text) == (text, text)


@pytest.mark.parametrize("text", ["a\x00", "\x1b[31m", "\ud800", "\ufffe"])
def test_what_xml_does_not_have_is_refused(text):
    with pytest.raises(InputError, match=r"E-440 .*which XML does not have"):
        xml_text(text)
