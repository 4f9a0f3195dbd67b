"""What lies in a folder: label files, pictures and their sizes."""
