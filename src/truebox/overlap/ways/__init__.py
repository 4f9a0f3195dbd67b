"""The ways to one answer: native kernels, steps, a CUDA device; `truebox.overlap.measure` orders them."""
