"""Numbered SQL per dialect, forward only; each file is one transaction, known by its checksum."""
