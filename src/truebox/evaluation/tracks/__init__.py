"""The kind of protocol whose objects are followed through frames: from tracks to HOTA, CLEAR and Identity."""
