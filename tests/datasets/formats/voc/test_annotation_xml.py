"""One annotation by a general parser: what it refuses, and in which words."""

from __future__ import annotations

import pytest
from label_samples import voc_annotation, voc_object

from truebox.datasets.formats.voc.annotation_xml import parse_annotation, read_annotation
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<annotation><filename>&b;</filename></annotation>"
)
OUTSIDE = (
    '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><annotation><filename>&x;</filename></annotation>'
)


def parse(text, errors=None):
    data = text if isinstance(text, bytes) else text.encode()
    return parse_annotation(data, "a.xml", errors or RowErrors())


def test_everything_that_is_read():
    extra = "<pose>Left</pose><truncated>1</truncated><difficult>0</difficult>"
    part = "<part><name>head</name><bndbox><xmin>1</xmin></bndbox></part>"
    found = parse(voc_annotation(voc_object("sea &amp; lion", extra=extra + part), name=" a.jpg\n"))
    assert (found.width, found.height, found.file_name) == (100, 80, "a.jpg")
    assert found.objects == [(1, "sea & lion", [11, 21, 30, 60], [0, 1, -1])]


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, "<!DOCTYPE annotation><annotation/>"])
def test_document_types_and_entities_are_refused(text):
    with pytest.raises(InputError, match=r"E-406 a.xml: .*document type"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (voc_annotation(voc_object())[:90], "a.xml line 1: .*at column"),
        ("", "no element found"),
        ("<annotations/>", "holds <annotations>, not <annotation>"),
        (b"<annotation><filename>caf\xe9</filename></annotation>", "not well-formed"),
        (b'<?xml version="1.0" encoding="klingon"?><annotation/>', "encoding"),
        ("<annotation>&nope;</annotation>", "undefined entity"),
    ],
)
def test_what_is_no_annotation_is_refused(text, words):
    with pytest.raises(InputError, match=rf"E-407 .*{words}"):
        parse(text)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1", "utf-8-sig"])
def test_other_encodings_that_xml_names_are_read(encoding):
    name = {"utf-8-sig": "utf-8", "latin-1": "iso-8859-1"}.get(encoding, encoding)
    text = f'<?xml version="1.0" encoding="{name}"?>' + voc_annotation(name="caf\u00e9.jpg")
    assert parse(text.encode(encoding)).file_name == "caf\u00e9.jpg"


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (voc_object(""), "no <name>"),
        ("<object><name>cat</name></object>", '"cat" has no <bndbox>'),
        (voc_object(extra="<bndbox/>"), "has 2 <bndbox>es"),
        (voc_object().replace("<ymax>60</ymax>", ""), "<bndbox> has no <ymax>"),
        (voc_object().replace("60", "60</ymax><ymax>61"), "<bndbox> has two <ymax>"),
        (voc_object(box="1,5 2 3 4"), r"<xmin> is \"1,5\", which has a decimal comma"),
        (voc_object(box="nan 2 3 4"), r"<xmin> is \"nan\", not a number"),
        (voc_object(box="1 2 3 1e999"), "<ymax> is .*too large"),
        (voc_object(extra="<difficult>Unspecified</difficult>"), "<difficult> is .*neither 0 nor 1"),
        (voc_object(box=f"{'9' * 100_000}x 2 3 4"), "not a number"),
    ],
)
def test_a_broken_object_is_refused_by_number_and_leniently_dropped(broken, words):
    text = voc_annotation(voc_object("dog"), broken)
    with pytest.raises(InputError, match=rf"E-408 a.xml object 2: .*{words}") as caught:
        parse(text)
    assert len(str(caught.value)) < 250
    errors = RowErrors(lenient=True)
    assert [name for _, name, _, _ in parse(text, errors).objects] == ["dog"]
    assert errors.counts == {"E-408": 1}


def test_a_size_that_is_none_is_refused():
    with pytest.raises(InputError, match=r'E-408 a.xml size: <width> of the image is "-5"'):
        parse(voc_annotation(width="-5"))
    assert parse(voc_annotation(width="", height="480.0")).height == 480


def test_a_file_beyond_all_proportion_is_refused(tmp_path):
    with (tmp_path / "a.xml").open("wb") as stream:
        stream.truncate((64 << 20) + 1)
    with pytest.raises(InputError, match=r"E-413"):
        read_annotation(tmp_path / "a.xml", "a.xml", RowErrors())
