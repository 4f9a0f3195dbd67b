"""The elements of an XML file one after the other; nothing in it may point outside or grow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

from truebox.datasets.texts.files import open_file, read_bytes
from truebox.datasets.texts.packed import MAGIC_SIZE, is_packed
from truebox.errors import InputError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["xml_events"]


def xml_events(path: Path) -> Iterator[tuple[str, Element]]:
    """``"start"`` and ``"end"`` of every element of a file, or of a compressed one.

    Raises
    ------
    InputError
        The file declares a document type or entities (E-406), or is no XML (E-444).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.xml"
    ...     _ = path.write_text("<a><b/></a>")
    ...     [(event, element.tag) for event, element in xml_events(path)]
    [('start', 'a'), ('start', 'b'), ('end', 'b'), ('end', 'a')]
    """
    stream = open_file(path)
    if is_packed(stream.read(MAGIC_SIZE)):
        stream.close()
        stream = io.BytesIO(read_bytes(path))
    with stream:
        stream.seek(0)
        try:
            yield from iterparse(stream, events=("start", "end"), forbid_dtd=True)
        except DefusedXmlException:
            problem = "it declares a document type or entities, which annotations do not need"
            raise InputError(
                "E-406", str(path), problem, "remove the <!DOCTYPE ...> if you trust it"
            ) from None
        except ParseError as error:
            line, column = error.position
            reason = str(error).split(":", maxsplit=1)[0]
            place = f"{path} line {line} column {column + 1}"
            raise InputError(
                "E-444", place, f"this is no XML: {reason}", "write or copy the file again"
            ) from None
        except (LookupError, ValueError) as error:  # an encoding that is not known
            if isinstance(error, InputError):
                raise
            raise InputError("E-444", str(path), f"this is no XML: {error}", "save it as UTF-8") from None
