"""Make an environment with bakeoff and the packages that the study of rivals measures.

    python -m studies._rivals_environment FOLDER

None of them is needed by bakeoff. A package that cannot be installed is named and left out. A folder that was
made before is completed.
"""

import argparse
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = {
    "autorank": "1.3.0",
    "baycomp": "1.0.3",
    "confidenceinterval": "1.0.5",
    "deepsig": "1.2.8",
    "evalsig": "0.1.2",
    "evalstats": "0.3.3",
    "mlxtend": "0.25.0",
    "ppi-python": "0.2.3",
    "scikit-posthocs": "0.17.1",
    "scipy": "1.17.1",
    "statgate": "0.1.1",
    "statsmodels": "0.15.0",
    "truescore": "0.7.4",
}


def installed(python: Path, wish: str) -> bool:
    """Whether pip installed it."""
    asked = [str(python), "-m", "pip", "install", "--quiet", *wish.split()]
    return subprocess.run(asked, check=False, cwd=ROOT).returncode == 0  # noqa: S603 - our own interpreter


def main(words: Sequence[str] | None = None) -> None:
    """Make it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(words).folder
    venv.create(folder, symlinks=os.name == "posix", with_pip=True)
    python = folder.resolve() / "bin" / "python"
    wishes = [f"{name}=={number}" for name, number in VERSIONS.items()]
    missing = [each for each in (*wishes, "--editable .[lab]") if not installed(python, each)]
    sys.stderr.write(f"missing: {', '.join(missing) or 'none'}\nnow run {python} -m studies.rivals\n")


if __name__ == "__main__":
    main()
