"""Files of labelling tools, objects of frameworks, conversion, TFRecord, and wrapped files (44x to 46x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-440",
        "value of the wrong kind",
        "A field of an annotation file holds a text where a number is needed, or a list for an object.",
        "Write the value that the message asks for; numbers have a decimal point, never a comma.",
        example='"x": "12,5"',
    ),
    Code(
        "W-440",
        "shapes left out",
        "Points, lines and other shapes without a box are no objects to evaluate.",
        "Nothing, unless they were meant to count: draw those as boxes or polygons.",
        example='{"label": "nose", "shape_type": "point", "points": [[10, 10]]}',
    ),
    Code(
        "E-441",
        "missing field",
        "A field that the format requires is not there.",
        "Write it, or export the annotations again.",
        example='{"label": "cat", "x": 10, "y": 10, "width": 40}      (no height)',
    ),
    Code(
        "W-441",
        "pictures left out",
        "Pictures that annotators rejected or skipped are not part of the truth.",
        "Nothing, unless they were meant to count.",
        example='"answer": "reject"',
    ),
    Code(
        "E-442",
        "format without keypoints",
        "The format has no way to say which points belong to one object.",
        "Evaluate boxes or masks, or give the keypoints as COCO JSON.",
        example="truebox eval truth.createml.json found.json --geometry keypoints",
    ),
    Code(
        "W-442",
        "frames interpolated",
        "Boxes in the frames between those that a track lists were computed.",
        "Nothing: CVAT shows the same boxes.",
        example='<box frame="0" .../> <box frame="10" .../>      (and nine frames between)',
    ),
    Code(
        "E-443",
        "which attribute or field is meant",
        "A file keeps several attributes of a region, or several fields of detections; which is not said.",
        "Name it with `--columns`, as the message proposes.",
        example='"region_attributes": {"kind": "cat", "colour": "black"}',
    ),
    Code(
        "W-443",
        "meaning of a box seen",
        "The format leaves open how four numbers make a box; the points beside them told.",
        "Nothing, if that is right; else say it with `--box-format`.",
        example=(
            '{"x": 30, "y": 40, "width": 20, "height": 10, "points": [[20, 35], [40, 45]]}      (x, '
            "y is the centre)"
        ),
    ),
    Code(
        "E-444",
        "not XML",
        "The text breaks the XML grammar at the place named, or is in an encoding that is not known.",
        "Copy or write the file again.",
        example='<annotations><image id="0" name="a.jpg">      (and no end)',
    ),
    Code(
        "W-444",
        "shapes not converted",
        "Boxes could be read, masks or keypoints beside them could not.",
        "Nothing, if boxes are enough; else mend what the message names.",
        example="a LabelMe mask beside a box, converted without Pillow",
    ),
    Code(
        "E-445",
        "nothing is overwritten",
        "Something already stands where a file or folder is to be written.",
        "Name a new target; `--force` overwrites a file, never a folder that holds anything.",
        example="truebox convert labels/ truth.json --to coco      (truth.json is there already)",
    ),
    Code(
        "E-446",
        "meaning of a box not said",
        "The format leaves open how four numbers make a box, and nothing in the file tells.",
        "Say it with `--box-format`: xywh where x and y are the corner, cxcywh where they are the centre.",
        example=(
            '{"label": "cat", "x": 30, "y": 40, "width": 20, "height": 10}      (is x, y the corner '
            "or the centre?)"
        ),
    ),
    Code(
        "E-447",
        "several annotations of one picture",
        "A task of Label Studio was annotated, or predicted, more than once; all would count as objects.",
        "Mark the right one as ground truth, or export one per task.",
        example='"annotations": [{"id": 1, "result": [...]}, {"id": 2, "result": [...]}]',
    ),
    Code(
        "E-448",
        "picture listed twice",
        "Two entries of a file, or two pictures to be written, have the same name.",
        "Give every picture a name of its own.",
        example='[{"image": "a.jpg", "annotations": []}, {"image": "a.jpg", "annotations": []}]',
    ),
    Code(
        "E-449",
        "track that cannot be followed",
        "A CVAT track lists a frame twice, or leaves frames out that only CVAT itself can fill.",
        "Export the task as 'CVAT for video', which lists every frame.",
        example='<box frame="3" .../> <box frame="3" .../>      (in one <track>)',
    ),
    Code(
        "E-450",
        "size of the picture not said",
        "Percentages, fractions or masks need the size of their picture, which the file does not give.",
        "Add the size, or name the folder of the pictures with `--images`.",
        example=(
            '"value": {"x": 10, "y": 20, "width": 30, "height": 5}      (percent, and no original_width)'
        ),
    ),
    Code(
        "E-451",
        "shape that cannot be read",
        "A shape has too few points, a mask that does not fit, or is of a kind that is not known.",
        "Draw it again, or export the annotations again; `--lenient` leaves such shapes out.",
        example='{"label": "cat", "shape_type": "polygon", "points": [[10, 10], [20, 20]]}',
    ),
    Code(
        "E-452",
        "raw output of a network",
        "These are logits and boxes as fractions of the picture, not detections.",
        "Call the model's own post-processing with the sizes of the pictures first.",
        example="tb.evaluate(truth, [model(pixels)])      (of a DETR model: logits and pred_boxes)",
    ),
    Code(
        "E-453",
        "object without what is needed",
        "An object of a framework lacks the scores, classes or size that detections need.",
        "Give them in a mapping with boxes, scores and labels.",
        example="tb.evaluate(truth, [Detections(xyxy=boxes)])      (without confidence)",
    ),
    Code(
        "E-454",
        "conversion that cannot be done",
        "No format that can be written is named, or it cannot hold this side of the data.",
        "Name one of the formats in the message with `--to`.",
        example="truebox convert truth.json out.voc-results",
    ),
    Code(
        "E-455",
        "TFRecord damaged",
        "A record fails its checksum, or the file ends in the middle of one.",
        "Copy the file again, or write it again; `--lenient` leaves out records whose data is damaged.",
        example="val.tfrecord, of which the copy ended early",
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
        "E-456",
        "no tf.train.Example",
        "The data of a record is whole, but is not the message that the Object Detection API writes.",
        "Write the records with the tools of the Object Detection API.",
        example="a .tfrecord of tf.train.SequenceExample",
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
    Code(
        "E-457",
        "lists of a record do not fit",
        "A record has more of one list than of another, a list of another type, or lacks one that is needed.",
        "Write one value per box in every list.",
        example="image/object/bbox/xmin has 3 values, image/object/class/text 2",
    ),
    Code(
        "W-457",
        "class ids from 1",
        "Ultralytics writes the classes of its predictions.json one higher than in its labels, or for COCO's "
        "80 classes with their published ids; YOLOv5 and older Ultralytics write them as in labels, which an "
        "id of 0 shows. They are taken back to the names in their order.",
        "Nothing if that is right; else name the classes in their order with `--classes`.",
        example='{"image_id": 42, "file_name": "42.jpg", "category_id": 1, ...}      (class 0 of the labels)',
    ),
    Code(
        "W-458",
        "classes beside those given",
        "Objects of the truth have names that `--classes` does not list, and some that it lists have no "
        "object. A mistyped name is a class of its own: what is predicted by its number is false, and "
        "the objects of the right name are missed.",
        "Nothing, if detector and truth know different classes; else write the names as the truth has them.",
        example="truebox eval labelme/ labels/ --classes cat,dgo      (the truth has cat and dog)",
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
        "E-460",
        "message of objects damaged",
        "The file is no whole `waymo.open_dataset.Objects` message of protobuf, or a name in it is no text.",
        "Copy the file again, or write it again with `SerializeToString`.",
        example="detections.bin, of which the copy ended early",
    ),
)
