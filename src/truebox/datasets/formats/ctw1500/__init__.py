"""SCUT-CTW1500: curves of fourteen corners, one file per image."""
