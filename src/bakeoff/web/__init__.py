"""The page: a local web application on loopback, a thin layer."""
