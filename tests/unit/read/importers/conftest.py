"""The scripts that made the logs need the programs that write them."""

collect_ignore = ["data"]
