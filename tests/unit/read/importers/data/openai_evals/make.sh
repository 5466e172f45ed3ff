#!/bin/bash
# Logs as OpenAI Evals writes them: two toy models on six sums. In a scratch folder, with evals 3.0.1.post1
# installed (pip install --no-deps evals, then what oaieval imports):
#   bash make.sh
# writes careful.jsonl and hasty.jsonl, without the names of folders.
set -e
export OPENAI_API_KEY=none
mkdir -p registry/evals registry/completion_fns registry/data
python - <<'PY'
import json
sums = [(7, 5), (12, 9), (3, 3), (20, 14), (8, 8), (31, 6)]
with open("registry/data/sums.jsonl", "w") as file:
    for a, b in sums:
        file.write(json.dumps({"input": f"{a} + {b} =", "ideal": str(a + b)}) + "\n")
PY
cat > registry/evals/sums.yaml <<YAML
sums: {id: sums.test.v1, metrics: [accuracy]}
sums.test.v1:
  class: evals.elsuite.basic.match:Match
  args: {samples_jsonl: $PWD/registry/data/sums.jsonl}
YAML
cat > registry/completion_fns/toys.yaml <<YAML
careful: {class: "toys:Toy", args: {name: careful, skill: 0.8}}
hasty: {class: "toys:Toy", args: {name: hasty, skill: 0.4}}
YAML
cat > toys.py <<'PY'
"""Right with a chance that depends on the question alone."""
import hashlib
import re


class Answer:
    def __init__(self, text):
        self.text = text

    def get_completions(self):
        return [self.text]


class Toy:
    def __init__(self, name, skill, **_):
        self.name, self.skill = name, skill

    def __call__(self, prompt, **_):
        a, b = map(int, re.findall(r"\d+", str(prompt)))
        digest = hashlib.sha256(f"{self.name} {a} {b}".encode()).digest()
        right = int.from_bytes(digest[:4], "big") / 2**32 < self.skill
        return Answer(str(a + b + (not right)))
PY
for name in careful hasty; do
  PYTHONPATH=. EVALS_THREADS=1 oaieval $name sums --registry_path registry --record_path $name.jsonl
done
sed -i "s#$PWD/##g; s#$(dirname "$(command -v oaieval)")/##g" careful.jsonl hasty.jsonl
