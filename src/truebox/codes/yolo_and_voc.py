"""Folders of YOLO labels and of Pascal VOC annotations (E-400 to E-419)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-400",
        "label row",
        "A row of a label file is not a class number and as many numbers as its task has.",
        "Repair the row named; a point, not a comma, divides decimals.",
        example="cat 0.5 0.5 0.2 0.2      (a name where the class number is needed)",
    ),
    Code(
        "E-401",
        "not fractions",
        "YOLO labels are fractions of the picture's width and height; this row has other numbers.",
        "Divide by the picture's size, or say what the numbers are with `--box-format`.",
        example="0 320 240 128 96      (pixels)",
    ),
    Code(
        "E-402",
        "class number without name",
        "A row has a class number for which the list of names has no entry.",
        "Pass the right list with `--classes`, or complete it; numbers count from 0.",
        example="7 0.5 0.5 0.2 0.2      (and names: [cat, dog])",
    ),
    Code(
        "E-403",
        "dataset description",
        "A data.yaml, obj.data or list of pictures cannot be followed.",
        "Repair the line named, or name the folder of the labels itself and the classes with `--classes`.",
        example="names: cat: dog      (in data.yaml)",
    ),
    Code(
        "E-404",
        "ambiguous rows",
        "Rows of this length mean two things, such as four corners of a rotated box or of a polygon.",
        "Say which with `--task detect`, `segment`, `obb` or `pose`.",
        example="0 0.1 0.1 0.4 0.1 0.4 0.3 0.1 0.3      (rotated box or polygon?)",
    ),
    Code(
        "E-405",
        "label without picture",
        "There are pictures, but none for this label file, so the size of its image is unknown.",
        "Add the picture, remove the label file, or name the right folder with `--images`.",
        example="labels/street.txt, and no images/street.jpg",
    ),
    Code(
        "E-406",
        "XML with a document type",
        "XML that declares a document type or entities is refused: annotation files need neither.",
        "Remove the DOCTYPE; nothing it names is ever fetched.",
        example='<!DOCTYPE annotation SYSTEM "voc.dtd">',
    ),
    Code(
        "E-407",
        "broken XML",
        "The file is no well-formed XML, or not an <annotation> of Pascal VOC.",
        "Write the file again, or take it out of the folder.",
        example="<annotation><object><name>cat</name></annotation>",
    ),
    Code(
        "E-408",
        "VOC object",
        "An object lacks its name or its box, or a value in it is no number.",
        "Repair the object named.",
        example="<object><bndbox><xmin>1</xmin></bndbox></object>",
    ),
    Code(
        "E-409",
        "VOC results row",
        "A row of VOC results is not: image, score, xmin, ymin, xmax, ymax.",
        "Repair the row named; a point, not a comma, divides decimals.",
        example="street 0,91 100 140 226 330      (a decimal comma)",
    ),
    Code(
        "E-411",
        "text not UTF-8",
        "The bytes of a text file are not UTF-8.",
        "Save the file as UTF-8.",
        example="classes.txt saved as Latin-1, with a class named café",
    ),
    Code(
        "E-412",
        "not a picture",
        "The header of a picture tells no width and height: it is broken, cut off or of an unknown kind.",
        "Replace the picture.",
        example="images/street.jpg that is an HTML page of a failed download",
    ),
    Code(
        "E-413",
        "file out of proportion",
        "An annotation file of one image has over 64 MiB.",
        "Check what this file is.",
        example="labels/street.txt of 200 MB",
    ),
    Code(
        "E-414",
        "cannot be written",
        "These records cannot be held by the format they were to be written to.",
        "Choose another format, or add what the message names.",
        example="truebox convert truth.json labels/ --to yolo      (of images whose sizes nobody states)",
    ),
    Code(
        "E-415",
        "several splits",
        "A data set has several splits, such as val and test, and nothing says which one is to be read: "
        "splits are never taken together unasked.",
        "Say which with `--split NAME`, in Python `split=`; `--split all` takes all as one.",
        example="a folder with labels/val and labels/test, and no data.yaml",
    ),
    Code(
        "E-416",
        "no such split",
        "The split that was asked for with `--split` is not in the data set.",
        "Pass one of those that the message lists.",
        example="truebox eval dataset/ found/ --split test      (and only train and val are there)",
    ),
    Code(
        "E-417",
        "truth of another split",
        "Detections lie on hardly any object of the truth, but on those of another split of the same data "
        "set, whose images have the same ids.",
        "Evaluate against that split, as the message says; `--no-fit-test` gives the number as it is.",
        example="two COCO exports that both count images from 0, and the detections are of the other one",
    ),
    Code(
        "W-400",
        "first pixel in doubt",
        "VOC coordinates begin at 1, but here some are 0: they are taken to begin at 0 where more objects "
        "begin at 0 than at 1, and the message says how sure that is.",
        "Nothing if that is right; else say `--pixel-origin 0` or `1`.",
        example="<xmin>0</xmin>",
    ),
    Code(
        "W-401",
        "classes by number",
        "No list of class names was found, so classes are known by their numbers, from 0.",
        "Pass `--classes`, or put classes.txt or data.yaml beside the labels.",
        example="labels/ without classes.txt, data.yaml or obj.names",
    ),
    Code(
        "W-402",
        "turned pictures",
        "Exif turns some pictures by 90 degrees; labels are taken as fractions of the turned size.",
        "Nothing if the labels were drawn on the turned picture, as YOLO tools show it.",
        example="a photo taken upright: stored as 640 x 480, shown as 480 x 640",
    ),
    Code(
        "W-403",
        "split chosen by the predictions",
        "The truth has several splits, and the one that holds all predicted images was read.",
        "Nothing if that is right; else say `--split NAME`.",
        example="a folder with labels/val and labels/test, and predictions for pictures of test",
    ),
    Code(
        "W-404",
        "no label file at all",
        "There are pictures, but no label file for any of them: all count as pictures without objects.",
        "Nothing if none holds an object; else put the label files where the message says, or mend the link.",
        example="images/val with 500 pictures, and labels -> ../moved, which is gone",
    ),
)
