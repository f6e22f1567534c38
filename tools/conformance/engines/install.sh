#!/usr/bin/env bash
# Installs engines, each into a separate Debian tree: install.sh [20.10] [26.1] [28.5]

. "$(dirname "$0")/engines.sh"
need_root
export DEBIAN_FRONTEND=noninteractive

# Uses the mirror that the machine is configured with; another one might not be reachable.
mirror() {
  apt-get indextargets --format '$(SITE) $(ORIGIN) $(LABEL)' 2>/dev/null |
    awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }'
}

packages_of() {
  echo docker.io docker-registry iptables kmod ca-certificates busybox-static tini iproute2 procps apache2-utils
  # Later suites moved the command line and the builder from docker.io into separate packages.
  [ "$1" = 20.10 ] || echo docker-cli docker-buildx
}

install() {
  local engine=$1 suite root
  suite=$(suite_of "$engine")
  root=$(root_of "$engine")
  [ -e "$root/.installed" ] && return
  echo "engine $engine: installing from $suite into $root"
  rm -rf "$root"
  debootstrap --variant=minbase --cache-dir="$engines_home/cache" "$suite" "$root" "$debian" >"$root.log" 2>&1
  # Packages in a tree must not start services.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  # Maintainer scripts read /proc; in a separate mount namespace, the mount ends with the process.
  # shellcheck disable=SC2016,SC2046 # the inner shell expands these; one word per package is wanted
  unshare --mount bash -euc '
    root=$1; shift
    mount -t proc proc "$root/proc"
    chroot "$root" apt-get -o Acquire::Check-Valid-Until=false update
    chroot "$root" apt-get install -y --no-install-recommends "$@"
  ' install "$root" $(packages_of "$engine") >>"$root.log" 2>&1
  touch "$root/.installed"
}

for tool in debootstrap curl ip unshare; do
  command -v "$tool" >/dev/null && continue
  apt-get update >/dev/null
  apt-get install -y --no-install-recommends debootstrap curl iproute2 util-linux >/dev/null
  break
done
debian=$(mirror)
[ -n "$debian" ] || {
  echo "install.sh: no Debian mirror among this machine's apt sources; add one" >&2
  exit 1
}
mkdir -p "$engines_home/cache"

engines=${*:-20.10 26.1}
pids=()
for engine in $engines; do
  suite_of "$engine" >/dev/null
  install "$engine" &
  pids+=($!)
done
failed=0
for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
[ $failed = 0 ] || {
  echo "install.sh: an engine was not installed; see $engines_home/*.log" >&2
  exit 1
}
