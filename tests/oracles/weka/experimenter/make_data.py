"""Two small data sets for MakeResults.java: whether two bits differ, with noise.

In this folder, with Weka 3.6.14 (Debian's weka.jar) and a Java compiler::

    python make_data.py
    javac -d build -cp weka.jar MakeResults.java
    java -cp weka.jar:build MakeResults plain.arff heart.arff > judged.txt
"""

import random
from pathlib import Path

HEADER = """@relation '{name}'
@attribute u {{0,1}}
@attribute v {{0,1}}
@attribute w numeric
@attribute class {{no,yes}}
@data
"""


def rows(draw, count, noise):
    for _ in range(count):
        u, v, w = draw.randint(0, 1), draw.randint(0, 1), round(draw.random(), 2)
        differ = (u ^ v) if draw.random() > noise else draw.randint(0, 1)
        yield f"{u},{v},{w},{'yes' if differ else 'no'}\n"


if __name__ == "__main__":
    draw = random.Random(1)  # noqa: S311
    for file, name, count, noise in (("heart", "heart disease", 24, 0.25), ("plain", "plain", 30, 0.15)):
        text = HEADER.format(name=name) + "".join(rows(draw, count, noise))
        Path(__file__).with_name(f"{file}.arff").write_text(text, encoding="utf-8")
