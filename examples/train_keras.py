"""Train a small Keras network to find a rectangle, with a Truebox loss and metric in ``model.compile``.

    python examples/train_keras.py              # about a minute on two cores
    python examples/train_keras.py --quick      # a few seconds, enough to see it learn

Needs ``pip install 'truebox[keras,plot]' tensorflow``; Keras runs on TensorFlow unless KERAS_BACKEND names
another backend. Writes history.json, history.png and predictions.png.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from training_pictures import write_results

from truebox.generation import ToyBoxes, make_toy_boxes
from truebox.integrations.keras import BoxIoU, CIoULoss

# The network answers a center and a size as fractions of the picture; this is all Truebox has to know.
BOX_FORMAT = "rel_cxcywh"


def make_network() -> keras.Model:
    """Four convolutions that halve the picture, then two layers that read the box from what is left."""
    layers: list[keras.layers.Layer] = [keras.Input((64, 64, 3))]
    for channels in (16, 32, 48, 64):
        layers += [
            keras.layers.Conv2D(channels, 3, strides=2, padding="same"),
            keras.layers.BatchNormalization(momentum=0.9),
            keras.layers.ReLU(),
        ]
    layers += [keras.layers.Flatten(), keras.layers.Dense(128, activation="relu")]
    return keras.Sequential([*layers, keras.layers.Dense(4, activation="sigmoid")])


def around_zero(data: ToyBoxes) -> np.ndarray:
    """Pictures [N, 64, 64, 3] as floats from -1 to 1."""
    return data.pictures.astype(np.float32) / 127.5 - 1


def main() -> None:
    """Train, print the IoU of each epoch, write the results."""
    options = parse_options()
    keras.utils.set_random_seed(options.seed)
    seen = make_toy_boxes(100 if options.quick else 400, seed=2)
    data = make_toy_boxes(400 if options.quick else 4000, seed=1)
    epochs = 10 if options.quick else 20

    network = make_network()
    rate = keras.optimizers.schedules.CosineDecay(2e-3, epochs * len(data) // 32)
    network.compile(
        optimizer=keras.optimizers.Adam(rate),
        loss=CIoULoss(box_format=BOX_FORMAT, image_size=(64, 64)),
        metrics=[BoxIoU(box_format=BOX_FORMAT)],
    )
    fitted = network.fit(
        around_zero(data),
        data.boxes,
        batch_size=32,
        epochs=epochs,
        validation_data=(around_zero(seen), seen.boxes),
        verbose=0,
        callbacks=[keras.callbacks.LambdaCallback(on_epoch_end=print_epoch)],
    )
    history = {"training": fitted.history["box_iou"], "validation": fitted.history["val_box_iou"]}
    write_results(options.out, history, seen, network.predict(around_zero(seen), verbose=0))


def print_epoch(epoch: int, logs: dict[str, float]) -> None:
    """One line an epoch."""
    print(
        f"epoch {epoch + 1:2}  IoU training {logs['box_iou']:.3f}  validation {logs['val_box_iou']:.3f}",
        flush=True,
    )


def parse_options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few pictures, few epochs")
    parser.add_argument(
        "--out", type=Path, default=Path("toy-keras"), help="folder for the results (toy-keras)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the network and of the order (0)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
