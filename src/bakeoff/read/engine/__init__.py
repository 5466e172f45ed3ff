"""Engines that count where the data are: files by DuckDB, tables in the database that holds them."""
