"""One file for each format that a report can be written in."""
