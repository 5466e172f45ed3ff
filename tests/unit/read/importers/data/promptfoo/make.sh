#!/bin/bash
# Results as promptfoo writes them: two toy providers, two prompts, one of them repeated; two providers with one
# id, and two with one label; and runs with another grader or another threshold. In a scratch folder:
#   bash make.sh
# and copy the .json.gz and .jsonl.gz files here.
set -e
export PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1 PROMPTFOO_CONFIG_DIR="$PWD/home"
npm install promptfoo@0.121.20
cat > toy.js <<'JS'
// Right with a chance that depends on the question and on how often it was asked.
const crypto = require("crypto");
let asked = 0;
module.exports = class {
  constructor(options) { this.skill = options.config.skill; this.name = options.config.name; }
  id() { return this.name; }
  async callApi(prompt) {
    const [a, b] = prompt.match(/\d+/g).map(Number);
    const digest = crypto.createHash("sha256").update(`${this.name} ${a} ${b} ${this.skill && asked++}`).digest();
    const right = digest.readUInt32BE(0) / 2 ** 32 < this.skill;
    return { output: String(a + b + (right ? 0 : 1)), tokenUsage: { total: 2, prompt: 1, completion: 1 } };
  }
};
JS
cat > tests.yaml <<'YAML'
- {vars: {a: 7, b: 5}, metadata: {size: small}, assert: [{type: equals, value: "12", metric: exact}, {type: contains, value: "2", metric: digit}]}
- {vars: {a: 12, b: 9}, metadata: {size: large}, assert: [{type: equals, value: "21", metric: exact}, {type: contains, value: "1", metric: digit}]}
- {vars: {a: 3, b: 3}, metadata: {size: small}, assert: [{type: equals, value: "6", metric: exact}]}
- {vars: {a: 20, b: 14}, metadata: {size: large}, assert: [{type: equals, value: "34", metric: exact}]}
- {vars: {a: 8, b: 8}, metadata: {size: small}, assert: [{type: equals, value: "16", metric: exact}]}
YAML
config() {
  printf 'description: %s\nprompts: %s\nproviders: %s\ntests: file://tests.yaml\n' "$1" "$2" "$3" > "$1.yaml"
}
CAREFUL='{id: "file://toy.js", label: careful, config: {name: careful, skill: 0.8}}'
HASTY='{id: "file://toy.js", label: hasty, config: {name: hasty, skill: 0.4}}'
ONE='["{{a}} + {{b}} ="]'
config sums '["{{a}} + {{b}} =", "Add {{a}} and {{b}}."]' "[$CAREFUL, $HASTY]"
config again "$ONE" "[$CAREFUL, $HASTY]"
config careful "$ONE" "[$CAREFUL]"
config hasty "$ONE" "[$HASTY]"
run() { npx promptfoo eval -c "$1.yaml" -o "$1.json" -j 1 --no-cache --no-table "${@:2}" || test $? -eq 100; }
run sums
run again --repeat 3
run careful
run hasty
config twins '["{{a}} + {{b}} =", {raw: "Sum {{a}} {{b}}", label: "{{a}} + {{b}} ="}]' \
  '[{id: "file://toy.js", config: {name: toy, skill: 0.8}}, {id: "file://toy.js", config: {name: toy, skill: 0.4}}]'
config labels "$ONE" \
  '[{id: "file://toy.js", label: toy, config: {name: x, skill: 0.8}}, {id: "file://toy.js", label: toy, config: {name: y, skill: 0.4}}]'
run twins -o twins.jsonl
run labels
cat > judge.js <<'JS'
// Passes even numbers, or everything.
module.exports = class {
  constructor(options) { this.lenient = options.config.lenient; this.name = options.config.name; }
  id() { return this.name; }
  async callApi(prompt) {
    const said = prompt.match(/<Output>\s*(\S+)/);
    const pass = this.lenient || /[02468]$/.test(said ? said[1] : "");
    return { output: JSON.stringify({ pass, score: pass ? 1 : 0.4, reason: "" }) };
  }
};
JS
# name, provider, grader, whether it is lenient, threshold
graded() {
  config "$1" "$ONE" "[$2]"
  printf 'defaultTest: {options: {provider: {id: "file://judge.js", config: {name: %s, lenient: %s}}}, assert: [{type: llm-rubric, value: "is even"}], threshold: %s}\n' "${@:3}" >> "$1.yaml"
}
graded graded-careful "$CAREFUL" judge-1 false 0.5
graded graded "$HASTY" judge-1 false 0.5
graded grader "$HASTY" judge-2 true 0.5
graded threshold "$HASTY" judge-1 false 0.9
for name in graded-careful graded grader threshold; do run $name; done
gzip -n -k {sums,again,careful,hasty,twins,labels,graded-careful,graded,grader,threshold}.json twins.jsonl
