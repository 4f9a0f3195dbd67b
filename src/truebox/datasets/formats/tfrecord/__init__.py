"""TFRecord files of TensorFlow examples."""
