"""Sentences as a value."""

from __future__ import annotations

from truebox.diagnosis import Reading


def test_a_reading_is_a_sequence_of_sentences():
    reading = Reading(("One.", "Two."))
    assert list(reading) == ["One.", "Two."]
    assert len(reading) == 2
    assert str(reading) == "One.\nTwo."
    assert reading.to_dict() == {"sentences": ["One.", "Two."]}


def test_html_is_escaped():
    assert Reading(("`<img src=x onerror=alert(1)>`",))._repr_html_() == (
        "<ul><li>`&lt;img src=x onerror=alert(1)&gt;`</li></ul>"
    )
