"""Bytes to JSON, XML, CSV and tables; no annotation is known here."""
