"""TFRecord files, and files that stand inside something else (E-455 to E-465)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-455",
        "TFRecord damaged",
        "A record fails its checksum, or the file ends in the middle of one.",
        "Copy the file again, or write it again; `--lenient` leaves out records whose data is damaged.",
        example="val.tfrecord, of which the copy ended early",
    ),
    Code(
        "E-456",
        "no tf.train.Example",
        "The data of a record is whole, but is not the message that the Object Detection API writes.",
        "Write the records with the tools of the Object Detection API.",
        example="a .tfrecord of tf.train.SequenceExample",
    ),
    Code(
        "E-457",
        "lists of a record do not fit",
        "A record has more of one list than of another, a list of another type, or lacks one that is needed.",
        "Write one value per box in every list.",
        example="image/object/bbox/xmin has 3 values, image/object/class/text 2",
    ),
    Code(
        "E-458",
        "label map unreadable",
        "The .pbtxt beside TFRecord files does not name labels as `item { id: 1 name: 'cat' }`.",
        "Repair it, take it away, or name the classes with `--classes`.",
        example="item { name cat }      (in label_map.pbtxt)",
    ),
    Code(
        "E-459",
        "shards that make no whole",
        "A folder of TFRecord files holds several sets, or not all shards of one.",
        "Name one file, or copy all shards of one set into a folder of their own.",
        example="val-00000-of-00003 and val-00002-of-00003 in one folder",
    ),
    Code(
        "W-455",
        "classes counted as they were met",
        "The truth only names its classes, and the results number theirs: the numbers are taken to count "
        "the names as they were met.",
        "Check the example in the message; else pass the names in their order with `--classes`.",
        example="a truth that names cat and dog, and results with category_id 1 and 2",
    ),
    Code(
        "W-456",
        "results inside an object",
        "COCO results are one list; here the list stands inside an object, as some tools write it.",
        "Nothing, if the list named is right; else write that list alone.",
        example=(
            '{"predictions": [{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}]}'
        ),
    ),
)
