"""The page: a local web application on loopback, thin over the rest."""
