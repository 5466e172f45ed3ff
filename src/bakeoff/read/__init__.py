"""Reading data, in memory and in files, with errors that name column, row and value."""
