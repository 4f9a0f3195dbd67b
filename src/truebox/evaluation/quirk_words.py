"""The quirks of some kits in words: the fields of a `QuirkText` by number."""

from __future__ import annotations

__all__ = ["KITTI_QUIRKS", "QUIRK_WORDS", "TRACK_QUIRKS"]

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
    "K10": (
        "footprints that share part of a side may have a wrong overlap, down to 0 and up to 2; others differ "
        "by up to 1e-7",
        "`groundBoxOverlap`, `box3DOverlap`: `intersection` and `union_` of Boost.Geometry, whose release "
        "decides",
        "the exact area",
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
    "X5": (
        "Total-Text rounds every share to two digits before it is compared",
        "`sigma_calculation`, `tau_calculation` of `Deteval.py`",
        "the same",
    ),
    "X6": (
        "Total-Text finds several words in one detection where it holds 0.6 of each, not 0.7",
        "`many_to_one` of `Deteval.py`: `local_sigma_table >= tp`",
        "the same",
    ),
    "X7": (
        "of an outline that crosses itself Total-Text takes what is wound the way most of it is; the whole "
        "is the sum of its corners",
        "`buffer(0)` in `polygon_fast.py`, and `area` without it",
        "the same",
    ),
    "X8": (
        "CTW1500 takes detections in the order of their files, whatever their confidence",
        "`voc_eval_polygon`: the lines that sort are commented out",
        "the same",
    ),
    "X9": (
        "in CTW1500 a detection that crosses itself is neither right nor false, and a word that does is "
        "never found",
        "`voc_eval_polygon`: `is_valid`",
        "the same",
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
        "a class without objects has AP 0 and errors of 1, and is in every mean; so has a truth without any",
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

ARGOVERSE2_QUIRKS = {
    "A1": (
        "an object belongs to the first detection whose nearest it is, too far or not; no other finds it",
        "`assign`: `argmax`, then `np.unique` of the objects",
        "kept, and reported as `W-310`",
        "at each distance the nearest free object",
    ),
    "A2": (
        "a class without objects has AP 0 and the largest errors, and is in every mean",
        "`summarize_metrics`: `metrics_defaults`",
        "kept, and reported as `W-310`",
        "undefined, and in no mean",
    ),
    "A3": (
        "directions a whole turn apart, just beyond 180 degrees and at them, are half a turn apart",
        "`wrap_angles`: the remainder of a whole turn is 0",
        "kept, and reported as `W-310`",
        "the same direction",
    ),
    "A4": (
        "equal scores of a sweep are ranked by an unstable sort",
        "`accumulate`: `np.argsort`",
        "in the order of the file",
        "by the content of their boxes",
    ),
    "A5": (
        "numbers are rounded to three decimals",
        "`evaluate`: `NUM_DECIMALS`",
        "in full",
    ),
    "A6": (
        "false positives after the last hit lower the precision at its recall",
        "`compute_average_precision`: `np.interp` takes the last of equal recalls",
        "the same",
    ),
    "A7": (
        "`ASE` compares the shared block of two sizes with the block around both, not with their union: .148 "
        "for an IoU of .235",
        "`iou_3d_axis_aligned`: the product of the larger sides",
        "the same",
    ),
}

MARK_QUIRKS = {
    "L1": (
        "of a scan with more than 100 marks, those as certain as the 101st are left out with it",
        "`evaluateCAD`: marks above the probability of the 101st",
        "kept",
        "the most certain 100, equals in the order of the file",
    ),
    "L2": (
        "a finding with a diameter below 0 is 10 mm wide",
        "`evaluateCAD`: `if diameter < 0.0`",
        "the same",
    ),
    "L3": (
        "where no mark finds a nodule, the shares are NaN, and where no mark counts, the script ends",
        "`computeFROC`: 0/0 in `roc_curve`",
        "0",
    ),
    "L4": (
        "a mark within two nodules finds both",
        "`evaluateCAD`: each nodule looks at all marks",
        "the same; AP and recall, which the script has not, count the mark once",
    ),
    "H1": (
        "where every metastasis is found, the lowest confidence is no cut",
        "`computeFROC`: `all_probs[1:]`, meant for the 0 of those that are missed",
        "kept, and reported as `W-310`",
        "every confidence is a cut",
    ),
    "H2": (
        "confidences of hits are in single precision, those of false points are not",
        "`compute_FP_TP_Probs`: `TP_probs` is `float32`, so equal ones may differ",
        "kept, and reported as `W-310`",
        "in double precision",
    ),
    "H3": (
        "a slide without a result file is left out, with its metastases",
        "the main program goes through the results",
        "refused, `E-146`: an empty file says that nothing was found",
    ),
    "H4": (
        "a point outside of the picture ends the script, or counts from its far side",
        "`compute_FP_TP_Probs`: an index of an array",
        "below 0 it is refused, `E-440`; beyond the regions it is false",
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

TRACK_QUIRKS = {
    "M1": (
        "alphas miss their decimals, and 2**-52 is taken off thresholds in HOTA, CLEAR and "
        "preprocessing, not in Identity and VACE",
        '`np.arange(0.05, 0.99, 0.05)`, `np.finfo("float").eps`',
        "kept",
        "steps of 1/20, one rule everywhere",
    ),
    "M2": (
        "of equal totals, the order of decisions of SciPy's solver decides",
        "`linear_sum_assignment`",
        "the same order",
        "rows are ordered by boxes, so that the file does not decide",
    ),
    "M3": (
        "LocA is 1 where nothing is matched",
        "`HOTA._compute_final_fields`",
        "1",
        "undefined",
    ),
    "M4": (
        "a frame without predictions makes no fragmentation, a gap of the truth does",
        "`CLEAR.eval_sequence` skips frames with an empty side",
        "kept",
        "gaps of the tracker alone",
    ),
    "M5": (
        "an object tracked for exactly 80 % is partly tracked",
        "`CLEAR.eval_sequence`",
        "kept",
        "mostly tracked",
    ),
    "M6": (
        "a sequence without truth or predictions has MOTA 0, MLR 1 and no frames",
        "`CLEAR.eval_sequence` returns early",
        "kept",
        "formulas",
    ),
    "M8": (
        "negative ids count from the end, so that -1 and the largest are one track",
        "ids are places in an array",
        "refused, `E-583`",
        "ids have no meaning",
    ),
    "M10": (
        "the predicted track numbered 0 never uses up its truth, so that recall may exceed 1: the first "
        "track of every video of YouTube-VIS",
        "`TrackMAP.eval_sequence` takes the number of the partner for a flag",
        "kept",
        "every track uses up its truth",
    ),
    "M11": (
        "the quarters that decay is measured by are cut to 8 bits: wrong in videos of more than 256 frames",
        "`JAndF`: `ids.astype(np.uint8)`",
        "kept",
        "quarters of the video",
    ),
    "M12": (
        "VACE of an empty sequence raises `ZeroDivisionError`",
        "`VACE._compute_final_fields`",
        "0 of 0, undefined",
        "the same",
    ),
    "M17": (
        "MOTAL takes log10(IDSW), so that one switch costs nothing",
        "`CLEAR._compute_final_fields`",
        "kept",
        "log10(1 + IDSW)",
    ),
    "M19": (
        "the truth's flag is cut to a whole number: 0.9 means 0",
        "`MotChallenge2DBox._load_raw_file`",
        "kept",
        "any flag but 0 counts",
    ),
    "M21": (
        "heads marked as not to be considered excuse no prediction",
        "`HeadTrackingChallenge`: the third argument of `logical_or` is its output",
        "kept",
        "they do",
    ),
    "M22": (
        "pictures of TAO without any label are not looked at in HOTA, CLEAR and Identity, also where a class "
        "is known to be absent",
        "`TAO._compute_image_to_timestep_mappings`: pictures are those of annotations",
        "kept",
        "they are frames like others",
    ),
}

QUIRK_WORDS = (
    KITTI_QUIRKS
    | VISDRONE_QUIRKS
    | TEXT_QUIRKS
    | NUSCENES_QUIRKS
    | ARGOVERSE2_QUIRKS
    | MARK_QUIRKS
    | CITYSCAPES_QUIRKS
    | SEGMENTATION_QUIRKS
)
