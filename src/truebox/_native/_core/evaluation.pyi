# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
