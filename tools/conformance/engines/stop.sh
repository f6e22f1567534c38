#!/usr/bin/env bash
# Stops engines that start.sh started; --reset also deletes their data: stop.sh [--reset] [20.10] [26.1] [28.5]

. "$(dirname "$0")/engines.sh"
need_root
reset=
[ "${1:-}" = --reset ] && reset=1 && shift

for engine in ${*:-$engines_known}; do
  root=$(root_of "$engine")
  for file in "$root"/dk/pid "$root"/dk/peer.pid "$root"/dk/{registry,index}-*.pid; do
    [ -e "$file" ] || continue
    pid=$(cat "$file")
    # A pid file outlives its process, and another process may have the number now.
    case $(readlink "/proc/$pid/exe" || true) in */dockerd | */docker-registry | */busybox) ;; *) pid= ;; esac
    if [ -n "$pid" ]; then
      kill "$pid"
      for _ in $(seq 60); do [ -d "/proc/$pid" ] && sleep 0.5 || break; done
    fi
    rm -f "$file"
  done
  [ -z "$reset" ] || rm -rf "$root/dk"
done
