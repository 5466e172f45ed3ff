"""One page for each record, and the API, as Markdown that Sphinx reads."""
