#!/bin/sh
# What every CI runs: are the bindings those of the pinned document, and does a change of the document break clients?
# Ends as lading does: 0 all is well, 1 a problem, 3 the bindings are stale, 4 a change breaks clients.
#
#   API_BASE     what the change is compared with: a branch, a tag or a commit (origin/main)
#   API_FAIL_ON  client-breaking, server-breaking, breaking, any; nothing lets every break pass
#   API_REPORT   a file for the changes in Markdown, such as for a comment
#
# api/accepted-changes.txt has the breaking changes that are meant: the sentence of one in each line.
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
  accepted=api/accepted-changes.txt
  set -- "$before/engine.yaml" "$document" --fail-on "${API_FAIL_ON:-client-breaking}"
  [ ! -f "$accepted" ] || set -- "$@" --accept "$accepted"
  code=0
  npx --no lading diff "$@" ${API_REPORT:+--markdown} >"$before/changes" || code=$?
  cat "$before/changes"
  # A comment may have 65,536 characters.
  [ -z "${API_REPORT:-}" ] || head -c 60000 "$before/changes" >"$API_REPORT"
  exit "$code"
fi
