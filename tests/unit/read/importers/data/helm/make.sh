#!/bin/bash
# Runs as HELM writes them: two toy models on two of HELM's own simple scenarios. In a scratch folder, with
# crfm-helm 0.5.16 installed:
#   bash make.sh
# writes runs.tar.gz.
set -e
mkdir -p prod_env
cat > toys.py <<'PY'
"""Right with a chance that depends on the question and the number of the trial."""
import hashlib
import re

from helm.clients.simple_client import SimpleClient


class Toy(SimpleClient):
    def __init__(self, cache_config, name, skill):
        super().__init__(cache_config=cache_config)
        self.name, self.skill = name, skill

    def invoke_model(self, raw_request):
        prompt = raw_request["prompt"]
        number = int(re.findall(r"\d+", prompt)[-1])
        digest = hashlib.sha256(f"{self.name} {prompt}".encode()).digest()
        right = int.from_bytes(digest[:4], "big") / 2**32 < self.skill
        is_even = (number % 2 == 0) == right
        words = ("A", "B") if "A. " in prompt else ("Even", "Odd")
        return {"completions": [words[0] if is_even else words[1]] * raw_request["num_completions"]}
PY
for name in careful:0.8 hasty:0.5; do
  model=${name%:*} skill=${name#*:}
  cat >> deployments <<YAML
  - name: toy/$model
    model_name: toy/$model
    tokenizer_name: simple/tokenizer1
    max_sequence_length: 2048
    client_spec: {class_name: toys.Toy, args: {name: $model, skill: $skill}}
YAML
  cat >> metadata <<YAML
  - {name: toy/$model, display_name: $model, description: toy, creator_organization_name: toy, access: open, release_date: 2024-01-01, tags: [TEXT_MODEL_TAG]}
YAML
done
(echo model_deployments:; cat deployments) > prod_env/model_deployments.yaml
(echo models:; cat metadata) > prod_env/model_metadata.yaml
rm deployments metadata
run() { PYTHONPATH=. helm-run --local-path prod_env -o . --suite toys -m 8 --disable-cache "$@"; }
run -r simple_mcqa:model=toy/careful simple_mcqa:model=toy/hasty
run -t 3 -r simple_classification:model=toy/careful simple_classification:model=toy/hasty
tar -czf runs.tar.gz --exclude=scenario.json runs
