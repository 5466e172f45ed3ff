"""Archives of the tests, unpacked."""

import tarfile

# Python before 3.11.4 has no filters.
SAFELY = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}


def unpack(path, folder):
    """Extract all files of a tar archive into a folder."""
    with tarfile.open(path) as archive:
        archive.extractall(folder, **SAFELY)  # noqa: S202 -- the archives are part of the project
