#!/usr/bin/env bash
# Records real engines and checks both documents against the recordings, then runs the end-to-end tests of the servers, the
# scenarios, a sample of the oracle of versions, and the end-to-end tests of the clients, with every release of Node, Bun and Deno. As
# root, on Debian.
#
#   with-real-engines.sh   installs and starts the engines, records them with every client, checks, runs the suites
#
# The tests of the clients, the longest, run on a separate pair of engines, so that they need not wait for the others: an engine
# has one swarm, one set of images and one stream of events.
set -euo pipefail
cd "$(dirname "$0")"
# A separate installation, so that nothing else uses these engines meanwhile.
export LADING_ENGINES=${LADING_ENGINES:-/var/tmp/lading-conformance}
export LADING_ENGINES_REQUIRED=1
clients_engines=$LADING_ENGINES-clients
root=$(cd ../.. && pwd)
work=$(mktemp -d)
stop_all() {
  engines/stop.sh --reset >/dev/null 2>&1 || true
  LADING_ENGINES=$clients_engines engines/stop.sh --reset >/dev/null 2>&1 || true
}
trap 'stop_all; rm -rf "$work"' EXIT

engines/install.sh 20.10 26.1
stop_all
# A copy takes seconds, another installation minutes.
mkdir -p "$clients_engines"
for engine in 20.10 26.1; do
  [ -e "$clients_engines/$engine/.installed" ] && continue
  rm -rf "${clients_engines:?}/$engine"
  cp -a --reflink=auto "$LADING_ENGINES/$engine" "$clients_engines/$engine"
done

fresh_engines() {
  engines/stop.sh --reset
  engines/start.sh 20.10 26.1
}

record() {
  node oracle/oracle.mjs --direct --repeats 1 --engine "$1" --versions "$2" --client "$3" --recordings "$work/$1-$2"
}

check() {
  node dist/check/main.js --api "$1" "$2"/*.jsonl
}

recordings() {
  engines/stop.sh --reset
  rm -rf "$work"/{20.10-1.41,26.1-1.44}
  for client in http cli dockerode; do
    record 20.10 1.41 "$client" & one=$!
    record 26.1 1.44 "$client" & other=$!
    wait "$one"; wait "$other"
  done
  check 1.41 "$work/20.10-1.41"
  check 1.44 "$work/26.1-1.44"
}

# Each suite starts with empty engines.
servers() {
  fresh_engines
  (cd "$root" && npm run --silent e2e -w @lading/e2e-servers)
}

scenarios() {
  fresh_engines
  for engine in 20.10 26.1; do
    node "$root/tools/conformance/scenarios/run.mjs" --host "unix://$LADING_ENGINES/$engine/dk/docker.sock" --known-failures "$engine" \
      --busybox "$LADING_ENGINES/20.10/bin/busybox" & runs[${engine%%.*}]=$!
  done
  for run in "${runs[@]}"; do wait "$run"; done
}

# A sample of the oracle of versions, which its seed draws: the bridge has to respond as the engine does.
oracle() {
  engines/stop.sh --reset
  node oracle/oracle.mjs --sample 1 --draw 3 --repeats 3 ${LADING_SEED:+--seed "$LADING_SEED"} \
    --bridge "node $root/packages/bridge/bin/bridge.mjs --listen unix://{listen} --engine unix://{engine} --as 1.44"
}

clients() {
  export LADING_ENGINES=$clients_engines
  fresh_engines
  # Node, Bun and Deno with the reference engine, while the suite waits for real ones.
  node "$root/tools/e2e/clients/runtimes.mjs" >"$work/runtimes.log" 2>&1 & local runtimes=$!
  (cd "$root" && npm run --silent e2e -w @lading/e2e-clients)
  wait "$runtimes" || { cat "$work/runtimes.log"; return 1; }
  cat "$work/runtimes.log"
  # The clients again, from their packages and from bundles, with each release of Node.
  node "$root/tools/e2e/clients/runtimes.mjs" --real
}

# What the suites import is built before any of them runs.
(cd "$root" && NX_DAEMON=false NX_NO_CLOUD=true node_modules/.bin/nx run-many -t build --outputStyle=static --parallel=2)

# Runs suites one after the other, each with a log of its own. Engines and their swarms on a busy machine may miss a beat: what
# fails gets one more try.
run() {
  local name try
  for name in "$@"; do
    for try in 1 2; do
      # In the background, because bash ignores failures inside functions that a condition calls.
      "$name" >"$work/$name.$try.log" 2>&1 &
      if wait $!; then
        echo "$name: passed"
        grep SKIPPED "$work/$name.$try.log" || true
        continue 2
      fi
      echo "$name: failed (try $try of 2)"
      tail -n 60 "$work/$name.$try.log" | sed "s/^/$name: /"
    done
    echo "$name" >>"$work/failed"
  done
}

run clients & clients=$!
run recordings servers scenarios oracle & others=$!
wait "$others" "$clients"
[ ! -e "$work/failed" ] || {
  # The last lines of a long log are the ones that are read.
  echo "FAILED: $(paste -sd ' ' "$work/failed"); the ends of their logs:" >&2
  while read -r name; do tail -n 60 "$work/$name.2.log" | sed "s/^/$name: /"; done <"$work/failed"
  exit 1
}
