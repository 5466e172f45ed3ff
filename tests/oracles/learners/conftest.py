"""The script that makes the expected values is run by hand."""

collect_ignore = ["make.py"]
