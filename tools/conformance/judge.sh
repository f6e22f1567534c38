#!/usr/bin/env bash
# Records real engines anew and holds both documents against what they said, then the generated clients against the
# engines, with every release of Node. As root, on Debian.
#
#   judge.sh            installs and starts the engines, records them with every client, checks, runs the clients' suite
set -euo pipefail
cd "$(dirname "$0")"
# Engines of its own, so that nobody else drives them meanwhile.
export LADING_ENGINES=${LADING_ENGINES:-/var/tmp/lading-judge}
root=../..
work=$(mktemp -d)
trap 'engines/stop.sh --reset >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

engines/install.sh 20.10 26.1
engines/start.sh 20.10 26.1

record() { npm run --silent record -- --engine "$1" --version "$2" --client "$3" --out "$work/$1-$2"; }
for client in http cli dockerode; do
  record 20.10 1.41 "$client" & one=$!
  record 26.1 1.44 "$client" & other=$!
  wait "$one"; wait "$other"
done

judge() {
  node "$root/generators/cli/lading.mjs" bundle "$1" >"$work/v$1.yaml"
  node dist/check/main.js --document "$work/v$1.yaml" "$2"/*.jsonl
}
judge 1.41 "$work/20.10-1.41"
judge 1.44 "$work/26.1-1.44"

# The clients begin where nothing was left behind.
engines/stop.sh --reset
engines/start.sh 20.10 26.1
cd "$root"
export LADING_ENGINES_REQUIRED=1
npm run --silent e2e
# The clients again, from their packages and from bundles, with each release of Node.
node tools/clients/matrix.mjs

# The stories, where the clients left nothing behind either.
tools/conformance/engines/stop.sh --reset
tools/conformance/engines/start.sh 20.10 26.1
for engine in 20.10 26.1; do
  node tools/scenarios/run.mjs --host "unix://$LADING_ENGINES/$engine/dk/docker.sock" --known "$engine" \
    --busybox "$LADING_ENGINES/20.10/bin/busybox" & stories[${engine%%.*}]=$!
done
for story in "${stories[@]}"; do wait "$story"; done
