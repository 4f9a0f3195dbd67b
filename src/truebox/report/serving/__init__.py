"""The page on this machine's own address: pictures on demand, for data sets of any size."""
