// One function per room; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace truebox {

void register_overlap(nanobind::module_& module);
void register_rotated(nanobind::module_& module);
void register_datasets(nanobind::module_& module);
void register_evaluation(nanobind::module_& module);
void register_match_table(nanobind::module_& module);
void register_grouping(nanobind::module_& module);
void register_cell_means(nanobind::module_& module);
void register_packing(nanobind::module_& module);
void register_batches(nanobind::module_& module);
void register_diagnosis(nanobind::module_& module);
void register_arrow(nanobind::module_& module);
void register_shape_evaluation(nanobind::module_& module);
void register_quad_evaluation(nanobind::module_& module);
void register_shape_datasets(nanobind::module_& module);
void register_label_files(nanobind::module_& module);
void register_suppression(nanobind::module_& module);
void register_matching(nanobind::module_& module);
void register_masks(nanobind::module_& module);
void register_mask_overlap(nanobind::module_& module);
void register_polygons(nanobind::module_& module);
void register_plain_boxes(nanobind::module_& module);
void register_jaccard(nanobind::module_& module);
void register_followed(nanobind::module_& module);
void register_words(nanobind::module_& module);
void register_keypoints(nanobind::module_& module);
void register_pixels(nanobind::module_& module);
void register_pictures(nanobind::module_& module);
void register_resampling(nanobind::module_& module);
void register_drop_in(nanobind::module_& module);
void register_mask_calls(nanobind::module_& module);
void register_tables(nanobind::module_& module);
void register_image_arrays(nanobind::module_& module);
void register_tracks(nanobind::module_& module);
void register_teta(nanobind::module_& module);
void register_driving(nanobind::module_& module);
void register_example_records(nanobind::module_& module);
void register_losses(nanobind::module_& module);
void register_drawing(nanobind::module_& module);
void register_canvas(nanobind::module_& module);
void register_written_rows(nanobind::module_& module);
void register_looks(nanobind::module_& module);

}  // namespace truebox
