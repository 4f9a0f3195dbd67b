// The compiled core: one submodule per room.
#include "ground/python_signals.hpp"
#include "register.hpp"

NB_MODULE(_core, module) {
  module.attr("__version__") = TRUEBOX_VERSION;
  truebox::listen_to_python_signals();
  auto overlap = module.def_submodule("overlap");
  truebox::register_overlap(overlap);
  truebox::register_rotated(overlap);
  truebox::register_plain_boxes(overlap);
  auto datasets = module.def_submodule("datasets");
  truebox::register_datasets(datasets);
  auto evaluation = module.def_submodule("evaluation");
  truebox::register_evaluation(evaluation);
  truebox::register_match_table(evaluation);
  truebox::register_jaccard(evaluation);
  truebox::register_words(evaluation);
  truebox::register_shape_datasets(datasets);
  truebox::register_example_records(datasets);
  truebox::register_shape_evaluation(evaluation);
  truebox::register_quad_evaluation(evaluation);
  auto packing = module.def_submodule("packing");
  truebox::register_packing(packing);
  truebox::register_batches(packing);
  auto suppression = module.def_submodule("suppression");
  truebox::register_suppression(suppression);
  auto matching = module.def_submodule("matching");
  truebox::register_matching(matching);
  auto masks = module.def_submodule("masks");
  truebox::register_masks(masks);
  truebox::register_mask_overlap(masks);
  truebox::register_polygons(masks);
  auto keypoints = module.def_submodule("keypoints");
  truebox::register_keypoints(keypoints);
  auto diagnosis = module.def_submodule("diagnosis");
  truebox::register_diagnosis(diagnosis);
  auto label_files = module.def_submodule("label_files");
  truebox::register_label_files(label_files);
  auto arrow = module.def_submodule("arrow");
  truebox::register_arrow(arrow);
  auto pixels = module.def_submodule("pixels");
  truebox::register_pixels(pixels);
  truebox::register_pictures(pixels);
  auto resampling = module.def_submodule("resampling");
  truebox::register_resampling(resampling);
  auto drop_in = module.def_submodule("drop_in");
  truebox::register_drop_in(drop_in);
  truebox::register_mask_calls(drop_in);
  auto tables = module.def_submodule("tables");
  truebox::register_tables(tables);
  truebox::register_image_arrays(tables);
  truebox::register_written_rows(tables);
  auto tracks = module.def_submodule("tracks");
  truebox::register_tracks(tracks);
  truebox::register_teta(tracks);
  auto driving = module.def_submodule("driving");
  truebox::register_driving(driving);
  auto followed = module.def_submodule("followed");
  truebox::register_followed(followed);
  auto losses = module.def_submodule("losses");
  truebox::register_losses(losses);
  auto looks = module.def_submodule("looks");
  truebox::register_looks(looks);
  auto drawing = module.def_submodule("drawing");
  truebox::register_drawing(drawing);
  truebox::register_canvas(drawing);
}
