"""What an evaluation has to say about its numbers (30x to 33x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-301",
        "images without predictions",
        "Some evaluated images have no detections or segments at all; their truths count as missed.",
        "Check that the detector ran on every image, or evaluate a subset of the images.",
        example="5000 images in the truth, 4952 of them in predictions.json",
    ),
    Code(
        "W-302",
        "unlisted truths",
        "Annotations of images or categories that the truth does not list are left out.",
        "List every image and category of the annotations.",
        example='"annotations": [{"id": 1, "image_id": 99, ...}]      (and no image 99 in "images")',
    ),
    Code(
        "W-303",
        "no predictions",
        "There are no detections: every recall is 0.",
        "Check the predictions file.",
        example="[]",
    ),
    Code(
        "W-304",
        "equal scores",
        "All scores are equal, so the ranking is the order of the file.",
        "Write the detector's scores, unrounded.",
        example='"score": 1.0 in every row',
    ),
    Code(
        "W-305",
        "repeated predictions",
        "Detections repeat another of the same image and category exactly; each repetition counts as false.",
        "Suppress duplicates, and do not append to an old predictions file.",
        example=(
            '{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5},\n'
            '{"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.5}'
        ),
    ),
    Code(
        "W-306",
        "predictions cut",
        "Detections beyond the largest number counted per image and category, in TAO per picture, are left "
        "out.",
        "Raise max_detections to count them, where the protocol leaves that open.",
        example="300 detections of one class in one image, of which 100 count",
    ),
    Code(
        "W-307",
        "scores outside [0, 1]",
        "Ranking metrics are valid with any finite scores; calibration is not.",
        "Write probabilities if they are needed.",
        example='"score": 7.3      (a logit)',
    ),
    Code(
        "W-308",
        "truths without size",
        "Truths without width or height overlap nothing and count as missed.",
        "Remove or mend these annotations.",
        example='"bbox": [10, 10, 0, 0]      (in the truth)',
    ),
    Code(
        "W-310",
        "quirk of the reference",
        "A quirk of the reference tool changed a number of this strict evaluation; the message names it "
        "and gives the corrected number.",
        "See the numbered table in docs/quirks.md, or evaluate with mode='corrected'.",
        example=(
            "W-310 Q8 equal scores are ranked by the order of the file; corrected: AP 0.411994 "
            "instead of 0.411737"
        ),
    ),
    Code(
        "W-311",
        "protocol stated by the truth",
        "No protocol was named, and the truth says which one it was made for: the images of LVIS name the "
        "classes that were looked for, panoptic annotations their segments. It is evaluated by that one.",
        "Nothing if that is meant; else name a protocol, such as `--protocol coco`.",
        example='"images": [{"id": 1, "neg_category_ids": [5], "not_exhaustive_category_ids": []}]',
    ),
    Code(
        "W-312",
        "why AP is 0, or nearly",
        "AP is near 0 or undefined, and the message says why: no image with detections has an object, "
        "nothing overlaps, boxes would at another place or scale or in the next image, classes differ, areas "
        "contradict their boxes, or the truth has no object.",
        "Evaluate against the truth that the predictions were made for, in its pixels and with its classes.",
        example="truth of the validation split, predictions for the test split",
    ),
    Code(
        "W-313",
        "what a protocol reads is not stated",
        "The truth lacks what the protocol reads beside boxes and classes; the message says what is taken "
        "instead.",
        "Give the truth of the benchmark, which states it; or name another protocol.",
        example='{"id": 1, "category_id": 1, "bbox": [5, 5, 20, 60]}      (CityPersons adds "vis_ratio")',
    ),
    Code(
        "W-314",
        "what a protocol leaves out",
        "By the rules of the protocol these rows do not count, or count in some of its sets alone.",
        "Nothing if that is meant; else name another protocol.",
        example="truebox check truth.json found.json --protocol voc      (of a truth with difficult objects)",
    ),
    Code(
        "W-315",
        "scores that are lower where detections are right",
        "Of a detection that is right and one that is wrong, the right one has the lower score more often "
        "than the higher: scores are distances, errors or ranks, or were subtracted from 1. AP takes the "
        "highest score for the most certain.",
        "Write scores that are higher where the detector is more certain; nothing if it is really as bad.",
        example='"score": 0.05      (one minus the probability)',
    ),
    Code(
        "W-316",
        "boxes of some detections mean something else",
        "Many confident detections overlap no object as they are read, and most of these would under another "
        "reading of their boxes: another order of the four numbers, fractions or percent, pixels of a scaled "
        "image. This happens when files of several exporters were joined. The images and classes are named. "
        "Where all boxes are better so, they are refused (E-470).",
        "Write all boxes in one way. Nothing if detector and objects only look so.",
        example='"bbox": [10, 10, 50, 30] among boxes [x, y, width, height]      (corners of some images)',
    ),
    Code(
        "W-317",
        "nearly equal detections of one object",
        "Many confident detections lie on a more confident one of the same image and class, as a detector "
        "gives them before non-maximum suppression, or each box was written for several classes. All but "
        "one of each count as false positives; the message says what AP would be without them.",
        "Suppress them (`truebox.suppression.nms`), or nothing if the detector works so.",
        example='"bbox": [10, 10, 40, 40], "score": 0.9      beside "bbox": [11, 10, 40, 41], "score": 0.88',
    ),
    Code(
        "W-318",
        "no more detections than so many in an image",
        "Most images have exactly as many detections as the image with the most, and more objects than "
        "that, so many objects cannot be found: predictions were likely cut to the best few of each image.",
        "Write all detections, down to a score of 0.001; nothing if the detector gives no more.",
        example="one detection, the best one, of each image",
    ),
    Code(
        "W-319",
        "classes without a detection",
        "Some classes have objects and no detection at all, so each counts with AP 0: a file of results is "
        "missing, the class has another name among the predictions, or the detector does not know it.",
        "Give the predictions of these classes, or evaluate only the others (`--categories`).",
        example="comp4_det_test_cat.txt and comp4_det_test_dog.txt, and a truth with birds",
    ),
    Code(
        "W-320",
        "images without objects, full of detections",
        "A tenth of the images or more have no object in the truth, and the detector, which is mostly right "
        "elsewhere, finds there at least half as many as in the others: label files are missing, or the "
        "truth holds a part of the objects only.",
        "Add the annotations, or evaluate only the images that have them (`--image-ids`).",
        example="60 pictures with label files for 30 of them",
    ),
    Code(
        "W-321",
        "parts of boxes that fit far better otherwise",
        "Places, sizes, directions or speeds of nearly all detections, or of those of some images, agree "
        "with their objects under another reading, which the message names with what it does to a metric: "
        "degrees for radians, the other sign, a quarter turn, length and width traded, the bottom for the "
        "middle, speeds along the axes of the car. Or hardly any lies on an object, directions agree no more "
        "than by chance, whatever they are read as, or all lack a name that is asked of them.",
        "Write them as the message says; nothing if they are right, or `--no-fit-test`.",
        example="NDS 0.521 as given; 0.632 if the directions were half a turn further",
    ),
    Code(
        "W-322",
        "classes with the objects of others",
        "Most detections of a class that overlap an object (or segments, or pixels of a label) lie on one of "
        "another class, which its own detections do not find: the classes are numbered or named as in "
        "another data set, or in some images alone. The message says which, and what AP would be. Where two "
        "or more are so and AP is far better, they are refused (E-470).",
        "Give the predictions the classes of the truth; nothing if the detector is wrong so.",
        example="detections of truck on every bus, and none of bus",
    ),
    Code(
        "W-323",
        "images in which nothing is right",
        "In a tenth of the images or more, each with objects and several confident detections, none of "
        "these is right, while in the others most are: predictions of these images belong to others, or "
        "their boxes are written otherwise. Where they are those of the image some places off in the "
        "order of ids, in some images or all, the message says what AP would be. Of segments: none "
        "matches; of label maps: they agree with the truth no more than by chance.",
        "Look at the images named. Nothing if the detector fails in images of a kind.",
        example="40 of 80 images whose detections were joined in another order",
    ),
    Code(
        "W-324",
        "boxes beside their objects",
        "Boxes overlap their objects, and nearly all lie to one side of them, or are larger or smaller by "
        "one factor: a border that was not taken off, a margin that was added, pixels counted otherwise. The "
        "message says what AP would be without it; of masks, how far the boxes around them would overlap.",
        "Undo the shift; nothing if the detector places boxes so.",
        example='"bbox": [18, 18, 40, 40]      (for every object at [10, 10, 40, 40])',
    ),
    Code(
        "W-325",
        "areas of another scale",
        "The areas of nearly all objects are one share of width x height of their boxes that no shape fills, "
        "as if boxes were scaled and areas not. Areas decide which objects are small, medium and large, and "
        "how exact keypoints must be.",
        "Write the area of the mask, or leave it out: then it is width x height.",
        example='"bbox": [10, 10, 40, 40], "area": 256      (and so in every annotation: 0.16 of the box)',
    ),
    Code(
        "W-326",
        "objects that are there twice",
        "Many objects of the truth overlap another of their image and class nearly entirely, as where the "
        "annotations of two exports, or of two people, were put together. One detection finds one of them, "
        "the other is missed; the message says what AP would be if each object were there once.",
        "Remove the repetitions. Nothing if these are two objects.",
        example="annotations of batch 1 in two of the files that were joined, each with ids of its own",
    ),
    Code(
        "W-327",
        "scores that cannot be compared",
        "AP ranks the detections of all images by their scores, and these do not allow it: those of some "
        "images are percent or logits, those of each image were made to add up to 1, to reach from 0 to 1 "
        "or to be ranks, those of some images are reversed, or a right detection has the higher score no "
        "more often than a wrong one.",
        "Write the detector's own scores, each beside its box.",
        example='"score": 91.5 in a third of the images, "score": 0.915 in the others',
    ),
    Code(
        "W-328",
        "no detection below a score",
        "Scores begin at a round number such as 0.5, many are next to it, and many of these are right: a "
        "detector finds objects below it too. AP wants them all, however uncertain: precision counts as 0 "
        "beyond the last recall that is reached.",
        "Write detections down to a score of 0.001; nothing if the detector gives no lower one.",
        example="predictions written with conf=0.5, the threshold of a demonstration",
    ),
    Code(
        "W-329",
        "boxes in the place of masks",
        "Nearly all masks of one side fill the box around them, and those of the other do not: boxes were "
        "written as masks.",
        "Write the masks, or evaluate boxes (`--geometry boxes`).",
        example='"segmentation": [[10, 10, 50, 10, 50, 50, 10, 50]]      (of an object that is round)',
    ),
    Code(
        "W-330",
        "images that were hardly predicted",
        "Many images with objects have no detection at all: far more than chance would leave if objects "
        "were missed there as often as in the others. Their objects count as missed; the message says "
        "what AP the others have.",
        "Run the detector on every image, or evaluate only those (`--image-ids`).",
        example="a file of one of two processes, with the predictions for every second image",
    ),
    Code(
        "W-331",
        "keypoints in another order",
        "Points of many detections lie far closer to those of their object in one other order, such as left "
        "and right exchanged; in all images, or in those the message names, with what AP would be. "
        "Where all are so and AP is near 0, they are refused (E-470).",
        "Write the points in the order of the truth; nothing if the detector confuses them.",
        example="left and right exchanged in every image that was mirrored for the test",
    ),
    Code(
        "W-332",
        "stuff in pieces",
        "Images have several predicted segments of one class of stuff, where the truth has one for all of "
        "its pixels. One of them may match, the others are wrong; the message says what PQ would be if they "
        "were one.",
        "Give all pixels of a class of stuff one id.",
        example='"segments_info": [{"id": 4, "category_id": 187}, {"id": 5, "category_id": 187}]      (sky)',
    ),
    Code(
        "W-333",
        "label maps would fit as other pictures",
        "Of some label maps the mean IoU would be far better if they were mirrored, upside down or of the "
        "image before or after, or if pixels at edges did not have a label between those of both sides, as "
        "maps have that are resized with interpolation. The message says what it would be.",
        "Undo the turn; join maps and images by name; resize label maps to the nearest label.",
        example="prediction.resize(size, Image.BILINEAR)      (3 and 7 become 4, 5 and 6 where they meet)",
    ),
    Code(
        "W-334",
        "small objects missing in the truth",
        "The objects of the truth begin all at once at one size, and there are as many confident detections "
        "just below it as above, most of which match nothing: as where small objects were filtered out of "
        "the truth. They count as false; the message says what AP would be without detections so small.",
        "Evaluate against the whole truth, mark small objects with ignore, or leave out such detections.",
        example="no object has a height below 50, and 412 of 2,050 confident detections have",
    ),
)
