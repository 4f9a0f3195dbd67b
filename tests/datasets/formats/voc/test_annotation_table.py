"""All annotations of a folder: the native reader against the general one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of, voc_annotation, voc_object

import truebox as tb
from truebox._native import label_files
from truebox.datasets.formats.voc.annotation_table import read_annotation_table
from truebox.datasets.formats.voc.annotation_xml import parse_annotation
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError

NUMBERS = st.one_of(
    st.integers(-5, 5000).map(str),
    st.floats(-1e6, 1e6).map(repr),
    st.sampled_from(["", " 7 ", "1,5", "nan", "1e999", "+3.", "0x1"]),
)
NAMES = st.one_of(
    st.sampled_from(["cat", "a&amp;b", "x &lt; y", " dog ", "", "caf\u00e9"]),
    st.text("ab&;<>]é\r\n ", max_size=6),
)
FLAGS = st.sampled_from(
    [
        "",
        "<difficult>1</difficult>",
        "<truncated>0</truncated><occluded/>",
        "<difficult>x</difficult>",
        "<!-- c -->",
        "<part><name>head</name><bndbox><xmin>1</xmin></bndbox></part>",
        "<difficult>1</difficult><difficult>0</difficult>",
    ]
)
OBJECTS = st.tuples(NAMES, st.lists(NUMBERS, min_size=4, max_size=4), FLAGS)
HEADS = st.sampled_from(
    [
        "",
        '<?xml version="1.0"?>',
        '<?xml version="1.0" encoding="UTF-8"?>\r\n',
        "<?xml version='1.0' encoding='utf-8'?>",
        '<?xml version="1.0" encoding="ut f-8"?>',
        '<?XML version="1.0"?>',
        "\ufeff",
        " ",
        '<?xml version="1.1"?>',
        '<?xml version="1.0" encoding="iso-8859-1"?>',
        "<!DOCTYPE annotation>",
    ]
)


def annotation_of(head, objects):
    written = []
    for name, corners, extra in objects:
        tags = zip(("xmin", "ymin", "xmax", "ymax"), corners, strict=True)
        inside = "\n".join(f"<{tag}>{value}</{tag}>" for tag, value in tags)
        written.append(f"<object >{extra}<name>{name}</name><bndbox>{inside}</bndbox ></object>")
    return head + voc_annotation(*written).replace("<annotation>", '<annotation verified="yes">\n')


@st.composite
def texts(draw):
    """Annotations, most of them plain; half of them changed in one place."""
    text = annotation_of(draw(HEADS), draw(st.lists(OBJECTS, max_size=2)))
    if draw(st.booleans()):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 3))
        text = text[:at] + draw(st.text("<>/&;'\"= x1]\0\x0b\ufffeé", max_size=2)) + text[at + length :]
    return text


@settings(max_examples=500, deadline=None)
@given(text=texts())
def test_both_readers_see_the_same_annotation_or_the_native_one_declines(tmp_path_factory, text):
    root = tmp_path_factory.mktemp("voc", numbered=True)
    data = text.encode("utf-8", "surrogatepass")
    (root / "a.xml").write_bytes(data)
    found = label_files.read_voc_files(root, b"a.xml\0", 1)
    states, sizes, files, _, _, numbers, codes, names, corners, flags = found
    if states[0] == 2:
        assert len(numbers) == 0
        return
    errors = RowErrors(lenient=True)
    expected = parse_annotation(data, "a.xml", errors)
    assert not errors.counts
    assert sizes.tolist() == [expected.width, expected.height]
    assert files.decode() == expected.file_name
    rows = zip(
        numbers.tolist(), [names[code] for code in codes.tolist()],
        corners.reshape(-1, 4).tolist(), flags.reshape(-1, 3).tolist(), strict=True,
    )  # fmt: skip
    assert list(rows) == expected.objects


@pytest.mark.parametrize(
    "text",
    [
        voc_annotation(voc_object()),
        '<?xml version="1.0" encoding="UTF-8"?>\r\n'
        + voc_annotation(voc_object(extra="<difficult>1</difficult>")),
        voc_annotation(voc_object("caf\u00e9 &amp; bar", "1.5 2e1 30 40.25")),
        '<annotation verified="yes"><source><annotation>VOC</annotation></source><size/></annotation>',
    ],
)
def test_plain_files_are_read_natively(tmp_path, text):
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    assert label_files.read_voc_files(tmp_path, b"a.xml\0", 1)[0].tolist() == [1]


def test_files_and_classes_keep_their_order_whoever_reads_them(tmp_path):
    texts = {
        "a.xml": voc_annotation(voc_object("cat"), name="1.jpg"),
        "b.xml": "<!-- by hand -->" + voc_annotation(voc_object("dog"), voc_object("cat"), name="2.jpg"),
        "c.xml": voc_annotation(voc_object("bird"), voc_object("dog"), name="3.jpg"),
    }
    root = folder_of(tmp_path, texts)
    for threads in (1, 3):
        table = read_annotation_table(root, sorted(texts), RowErrors(), threads)
        assert table.classes == ("cat", "dog", "bird")
        assert table.category.tolist() == [0, 1, 0, 2, 1]
        assert table.file.tolist() == [0, 1, 1, 2, 2]
        assert table.number.tolist() == [1, 1, 2, 1, 2]
        assert list(table.file_names) == ["1.jpg", "2.jpg", "3.jpg"]
        assert table.place(2) == "b.xml object 2"
        assert table.kept(np.array([False, True, False, False, True])).number.tolist() == [1, 2]


def test_a_file_that_went_away_is_refused(tmp_path):
    with pytest.raises(InputError, match="E-101"):
        read_annotation_table(tmp_path, ["gone.xml"], RowErrors(), None)


@pytest.mark.parametrize(
    ("encoding", "said", "name"),
    [
        ("utf-8", "", "d&#111;g"),
        ("utf-8", "", "<![CDATA[dog]]>"),
        ("utf-16", '<?xml version="1.0" encoding="utf-16"?>', "dog"),
        ("latin-1", '<?xml version="1.0" encoding="latin-1"?>', "dog"),
    ],
)
def test_a_file_that_is_read_the_general_way_says_the_same(tmp_path, encoding, said, name):
    """Beside a plain one, which the table reads by itself."""
    plain = voc_annotation(voc_object("cat"), width="64", height="48", name="a.png")
    other = said + voc_annotation(voc_object("dog"), width="320", height="200", name="b.png")
    other = other.replace("<name>dog</name>", f"<name>{name}</name>")
    (tmp_path / "a.xml").write_text(plain)
    (tmp_path / "b.xml").write_bytes(other.encode(encoding))
    truth = tb.read_truth(tmp_path)
    assert truth.images.sizes.tolist() == [[64, 48], [320, 200]]
    assert list(truth.images.file_names) == ["a.png", "b.png"]
    assert truth.categories.names == ("cat", "dog")
    assert truth.boxes.tolist() == [[10, 20, 20, 40]] * 2
