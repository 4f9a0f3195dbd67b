"""TFRecord files of the TensorFlow Object Detection API: one ``tf.train.Example`` per picture.

Facts relied on (tensorflow.org/tutorials/load_data/tfrecord; ``example.proto`` and ``feature.proto`` of
TensorFlow 2.21; protobuf.dev/programming-guides/encoding; ``core/standard_fields.py``,
``data_decoders/tf_example_decoder.py``, ``dataset_tools/create_{pascal,coco}_tf_record.py`` and
``inference/detection_inference.py`` of the package tf-models-research-object-detection 2.8):

- A record is its length (uint64, little-endian), the masked CRC-32C of those eight bytes, the data, and the
  masked CRC-32C of the data; masked is ``rotate_right(crc, 15) + 0xa282ead8``.
- ``image/object/bbox/{xmin,xmax,ymin,ymax}`` are lists of float32, fractions of the picture;
  ``image/object/class/label`` counts from 1, ``image/object/class/text`` has the names; either may be absent.
- ``image/object/{is_crowd,difficult,group_of}`` are 0 or 1, ``image/object/area`` is in pixels; all optional.
- Detections are ``image/detection/bbox/...``, ``image/detection/label`` and ``image/detection/score``.
- A label map, ``item { id: 1 name: 'cat' }`` in a ``.pbtxt`` beside the records, names the labels.
- Shards are called ``NAME-00000-of-00010``; ``image/encoded``, the picture itself, is passed over.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.formats.tfrecord.frames import begins_as_record
from truebox.datasets.formats.tfrecord.shards import NAME_OF_RECORDS
from truebox.datasets.place import Place

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    del role  # both sides are kept in the same records
    if not place.is_folder:
        return Evidence(3, "records with their checksums") if begins_as_record(place.head) else None
    for name in place.names:
        if "/" not in name and NAME_OF_RECORDS.fullmatch(name):
            inside = Place(place.path / name)
            if begins_as_record(inside.head):
                return Evidence(3, f"{name} holds records with their checksums")
    return None


FORMAT = Format(
    name="tfrecord",
    title="TFRecord",
    recognise=_recognise,
    boxes="rel_xyxy",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
