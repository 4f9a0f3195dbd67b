"""Kits of protocols that the package index has, one module each: what they are asked, and we too.

Each module has a `KIT`, and nothing else knows of it.
"""
