"""What a check finds odd although it can be evaluated (W-47x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-471",
        "boxes outside their image",
        "Boxes reach more than a pixel out of the image they belong to.",
        "A few at the border are usual; many mean wrong image sizes, a wrong box format, or boxes in "
        "pixels of a resized image.",
        example='"bbox": [600, 400, 200, 200]      (in an image of 640 x 480)',
    ),
    Code(
        "W-472",
        "classes without annotations",
        "The truth lists classes that no annotation has; their AP is undefined and left out of the mean.",
        "Nothing if that is so; else check the class ids of the annotations.",
        example='"categories": [..., {"id": 9, "name": "unicorn"}]      (and no annotation of 9)',
    ),
    Code(
        "W-473",
        "classes with crowd regions only",
        "All annotations of these classes are crowd regions, which no detection can be counted for.",
        "Annotate single objects, or expect an undefined AP.",
        example='every annotation of "crowd of people" has "iscrowd": 1',
    ),
    Code(
        "W-474",
        "file names repeated",
        "Two images with different ids have the same file name.",
        "Check whether one picture was listed twice; predictions that name files cannot tell them apart.",
        example='"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "a.jpg"}]',
    ),
    Code(
        "W-475",
        "annotations repeated",
        "An annotation has the same image, class and box as another; only one of them can be found.",
        "Remove the repetitions.",
        example=(
            '{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]},\n'
            '{"id": 2, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}'
        ),
    ),
    Code(
        "W-476",
        "area larger than the box",
        "The area of an annotation, which decides its size class, is larger than its box.",
        "Write the area of the mask, or leave it out: then it is width x height.",
        example='"bbox": [10, 10, 40, 40], "area": 90000',
    ),
    Code(
        "W-477",
        "area 0",
        "The area of an annotation is 0 although its box is not empty, so it counts as small.",
        "Write the area of the mask, or leave it out: then it is width x height.",
        example='"bbox": [10, 10, 40, 40], "area": 0',
    ),
    Code(
        "W-478",
        "area beyond the reference's limit",
        "The reference tool leaves out objects of more than 1e10 square pixels, of all sizes too.",
        "Evaluate with `--mode corrected`, which has no such limit.",
        example='"bbox": [0, 0, 200000, 200000]',
    ),
    Code(
        "W-479",
        "huge coordinates",
        "A coordinate is beyond ten million pixels; the overlap is computed, but no picture is as large.",
        "Check the file for broken numbers.",
        example='"bbox": [30000000, 10, 40, 40]',
    ),
    Code(
        "W-489",
        "class names repeated",
        "Two classes with different ids have the same name: they are evaluated apart, and in tables nothing "
        "tells them from each other.",
        "Give both one id, or each a name of its own.",
        example='"categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "cat"}]',
    ),
)
