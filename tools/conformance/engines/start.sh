#!/usr/bin/env bash
# Starts installed engines and prints "engine socket" for each: start.sh [20.10] [26.1] [28.5]

. "$(dirname "$0")/engines.sh"
need_root
here=$(cd "$(dirname "$0")" && pwd)

start() {
  local engine=$1 root
  root=$(root_of "$engine")
  [ -e "$root/.installed" ] || {
    echo "engine $engine: not installed; run install.sh $engine" >&2
    return 1
  }
  is_ready "$engine" && return
  rm -f "$root"/dk/{pid,docker.sock,peer.pid,peer.sock}
  # The third number keeps the engines' addresses distinct, in case they share a network.
  setsid unshare --net --uts --mount --propagation private \
    bash "$here/inside.sh" "$root" "10.199.${engine%%.*}" </dev/null >"$root.start.log" 2>&1 &
  for _ in $(seq 60); do
    is_ready "$engine" && return
    sleep 0.5
  done
  echo "engine $engine: does not respond; see $root.start.log and $root/dk/log" >&2
  return 1
}

for engine in ${*:-20.10 26.1}; do
  suite_of "$engine" >/dev/null
  start "$engine"
  echo "$engine $(socket_of "$engine")"
done
