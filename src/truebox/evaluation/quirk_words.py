"""The quirks of some kits in words: the fields of a `QuirkText` by number."""

from __future__ import annotations

__all__ = ["KITTI_QUIRKS", "QUIRK_WORDS"]

KITTI_QUIRKS = {
    "K1": (
        "low detections of other classes are neutral too, and take objects",
        "`cleanData`: the height is looked at before the class",
        "kept, and reported as `W-310`",
        "those of the class alone",
    ),
    "K2": (
        "each step of recall needs an object found: below 40 objects AP stays below 1",
        "`getThresholds`: one threshold for each true positive at most",
        "kept, and reported as `W-310`",
        "precision is read at recalls, and every score is a cut",
    ),
    "K3": (
        "truths choose detections, in the order of the label file, anew at every threshold",
        "`computeStatistics`",
        "the same",
    ),
    "K4": (
        "a class that nothing detects is left out",
        "`eval`: it is looked for in the results",
        "kept, and reported as `W-310`",
        "0, and in the mean",
    ),
    "K5": (
        "AP is added up in single precision",
        "`saveAndPlotPlots`: `float sum`",
        "in double precision",
    ),
    "K9": (
        "a class that is detected, and has no object that counts, has AP 0",
        "`eval_class`: no threshold",
        "kept for the class; no mean counts it",
        "undefined",
    ),
}

VISDRONE_QUIRKS = {
    "S1": (
        "the first rows of an image are taken, whatever their scores",
        "`calcAccuracy`: `det(1:maxDets)`",
        "kept",
        "the best of the image",
    ),
    "S2": (
        "objects to be ignored count as missed",
        "`calcAccuracy`: recall is of all truths",
        "kept, and reported as `W-310`",
        "they do not count",
    ),
    "S3": (
        "a class counts once for each image that holds it",
        "`calcAccuracy`: `evalClass` has it as often",
        "kept, and reported as `W-310`",
        "all classes weigh alike",
    ),
    "S4": (
        "a truth without any class to evaluate has no number",
        "`calcAccuracy`: the mean of nothing",
        "undefined, with the reason",
    ),
    "S5": (
        "an empty file of an image is not read",
        "`saveAnnoRes`: `load`",
        "an image without truth, or without detections",
    ),
}

TEXT_QUIRKS = {
    "X1": (
        "a word takes the first detection that fits, not the best",
        "`evaluate_image` of `iou.py`: the first free pair above one half",
        "kept, and reported as `W-310`",
        "pairs are taken by falling IoU",
    ),
    "X2": (
        "DetEval excuses a detection of which 0.4 lies in what is not to be read, ICDAR 2015 from 0.5",
        "`area_precision_constraint` of `deteval.py` has both meanings",
        "the same",
    ),
    "X3": (
        "where there is no word to be read, all numbers are 0",
        "`combine_results`",
        "undefined, with the reason",
    ),
    "X4": (
        "outlines that cross or touch themselves vanish without a word",
        "`is_valid` and `is_simple` of shapely",
        "they are left out, and `W-314` counts them",
    ),
}

NUSCENES_QUIRKS = {
    "N1": (
        "AP and errors are read from recall 0.11 on, not 0.1",
        "`calc_ap`, `calc_tp`: `round(100 * min_recall) + 1`",
        "kept, and reported as `W-310`",
        "from 0.1 on",
    ),
    "N2": (
        "a class found to less than 11 % has all five errors at 1, whatever they are",
        "`calc_tp`: `last_ind < first_ind`",
        "kept, and reported as `W-310`",
        "the means over all that is found; 1 where nothing is",
    ),
    "N3": (
        "errors are read at scores between detections, not at the recalls",
        "`accumulate`: `np.interp` over confidence, which equal scores make ambiguous",
        "kept, and reported as `W-310`",
        "the mean up to the detection that reaches the recall",
    ),
    "N4": (
        "an object without attribute has no such error; a detection without one is wrong",
        "`attr_acc`",
        "the same",
    ),
    "N5": (
        "a class without objects has AP 0 and errors of 1, and is in every mean",
        "`DetectionMetricData.no_predictions`",
        "kept, and reported as `W-310`",
        "undefined, and in no mean",
    ),
    "N6": (
        "of equal scores the last of the file asks first",
        "`accumulate`: a rising sort turned round",
        "kept",
        "by the content of their boxes",
    ),
}

CITYSCAPES_QUIRKS = {
    "Y1": (
        "caravans and trailers that are told apart excuse nothing, groups of them do",
        "`assignGt2Preds` looks for the ids of labels, and pixels of instances have others",
        "kept, and reported as `W-310`",
        "they excuse what lies in them",
    ),
    "Y2": (
        "a group of fewer than 100 pixels excuses twice what lies in it",
        "`evaluateMatches` adds it as a group and as a small instance",
        "kept, and reported as `W-310`",
        "once",
    ),
    "Y3": (
        "a class of which all detections are excused raises `IndexError` where it has objects",
        "`evaluateMatches`: `yTrueSortedCumsum[-1]` of nothing",
        "AP 0",
    ),
    "Y4": (
        "of two lines that name one mask the last counts",
        "`readPredInfo` keeps lines by the file they name",
        "refused, `E-421`",
    ),
}

SEGMENTATION_QUIRKS = {
    "V4": (
        "a class that neither truth nor predictions hold makes the mean IoU NaN",
        "0 divided by 0",
        "undefined, and left out of the mean",
    ),
}

QUIRK_WORDS = (
    KITTI_QUIRKS | VISDRONE_QUIRKS | TEXT_QUIRKS | NUSCENES_QUIRKS | CITYSCAPES_QUIRKS | SEGMENTATION_QUIRKS
)
