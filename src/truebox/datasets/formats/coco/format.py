"""COCO JSON: the truth as one object, results as a list (cocodataset.org/#format-data)."""

from __future__ import annotations

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.formats.coco.head import coco_evidence
from truebox.datasets.place import Place

__all__ = ["BEFORE_JSON", "FORMAT", "wrapped_evidence"]

BEFORE_JSON = b"\xef\xbb\xbf \t\r\n"
"""What may stand before the first bracket: a byte order mark and white space."""

_COCO_KEY = deferred_pattern(rb'^\{\s*"(info|licenses|images|categories)"\s*:')
_HOLDER = deferred_pattern(rb'^\{\s*"(annotations|predictions|results|detections)"\s*:\s*\[\s*(\]|\{)')


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return None
    if text := coco_evidence(place.head, role):
        return Evidence(2, text)
    if role == "predictions" and place.head.lstrip(BEFORE_JSON).startswith(b"{"):
        return wrapped_evidence(place.head)
    return None


def wrapped_evidence(head: bytes) -> Evidence | None:
    """What speaks for results in an object, in the first bytes of a text; None where it is another file.

    Examples
    --------
    >>> wrapped_evidence(b'{"results": [{"image_id": 7, "category_id": 3, "score": 1}]}').text
    'an object with a list of results'
    """
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    holder = _HOLDER.match(text)
    row = text[: text.find(b"}") + 1] or text
    if holder is not None and (holder[2] == b"]" or (b'"image_id"' in row and b'"category_id"' in row)):
        return Evidence(2, "an object with a list of results")
    if _COCO_KEY.match(text) and b'"score"' in text and b'"image_id"' in text:
        return Evidence(2, "an object with images and annotations with scores")
    if _COCO_KEY.match(text) and b'"annotations"' not in text:  # its images fill all that was looked at
        return Evidence(1, "an object that begins as COCO does")
    return None


FORMAT = Format(
    name="coco",
    title="COCO JSON",
    recognise=_recognise,
    heeds=("angles",),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="row_writer:write_truth",
    write_predictions="row_writer:write_predictions",
    by_ids=True,
    image_values="image_keys:image_values_of_file",
)
