"""``python -m bakeoff``: the same as the command ``bakeoff``."""

from bakeoff.cli.main import main

if __name__ == "__main__":
    main()
