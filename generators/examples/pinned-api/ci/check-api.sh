#!/bin/sh
# What every CI runs: are the bindings those of the pinned document, and does a change of the document break clients?
# Ends as lading does: 0 all is well, 1 a problem, 3 the bindings are stale, 4 a change breaks clients.
#
#   API_BASE     what the change is compared with: a branch, a tag or a commit (origin/main)
#   API_FAIL_ON  client-breaking, server-breaking, breaking, any; nothing lets a break pass that is meant
set -eu

document=api/engine.yaml
base=${API_BASE:-origin/main}

npx --no lading generate --check

# A base that is not there is a mistake; one without the document is the state before it was pinned.
git rev-parse --quiet --verify "$base^{commit}" >/dev/null || { echo "There is no commit $base to compare with." >&2; exit 1; }
if git cat-file -e "$base:$document" 2>/dev/null; then
  before=$(mktemp -d)
  trap 'rm -rf "$before"' EXIT
  git show "$base:$document" >"$before/engine.yaml"
  npx --no lading diff "$before/engine.yaml" "$document" --fail-on "${API_FAIL_ON:-client-breaking}"
fi
