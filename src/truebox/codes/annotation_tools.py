"""Files of labelling tools, objects of frameworks, and conversion (E-44x, E-45x)."""

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
        "E-441",
        "missing field",
        "A field that the format requires is not there.",
        "Write it, or export the annotations again.",
        example='{"label": "cat", "x": 10, "y": 10, "width": 40}      (no height)',
    ),
    Code(
        "E-442",
        "format without keypoints",
        "The format has no way to say which points belong to one object.",
        "Evaluate boxes or masks, or give the keypoints as COCO JSON.",
        example="truebox eval truth.createml.json found.json --geometry keypoints",
    ),
    Code(
        "E-444",
        "not XML",
        "The text breaks the XML grammar at the place named, or is in an encoding that is not known.",
        "Copy or write the file again.",
        example='<annotations><image id="0" name="a.jpg">      (and no end)',
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
        "W-440",
        "shapes left out",
        "Points, lines and other shapes without a box are no objects to evaluate.",
        "Nothing, unless they were meant to count: draw those as boxes or polygons.",
        example='{"label": "nose", "shape_type": "point", "points": [[10, 10]]}',
    ),
    Code(
        "W-441",
        "pictures left out",
        "Pictures that annotators rejected or skipped are not part of the truth.",
        "Nothing, unless they were meant to count.",
        example='"answer": "reject"',
    ),
    Code(
        "W-442",
        "frames interpolated",
        "Boxes in the frames between those that a track lists were computed.",
        "Nothing: CVAT shows the same boxes.",
        example='<box frame="0" .../> <box frame="10" .../>      (and nine frames between)',
    ),
    Code(
        "W-444",
        "shapes not converted",
        "Boxes could be read, masks or keypoints beside them could not.",
        "Nothing, if boxes are enough; else mend what the message names.",
        example="a LabelMe mask beside a box, converted without Pillow",
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
)
