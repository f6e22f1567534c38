#!/usr/bin/env bash
# Compiles the integration tests of Docker's engine from Debian's source package, with Debian's Go and libraries.

case ${1-} in -h | --help)
  cat <<'TEXT'
Usage: sudo tools/e2e/engine/integration-suite/build.sh

Compiles one test program for each package of the integration tests into bin/ of /var/tmp/lading-integration-suite
(LADING_INTEGRATION_SUITE names another folder). It copies the Debian 13 that tools/conformance/engines/install.sh 26.1 installs, and
needs root, 4 GB and about ten minutes.
TEXT
  exit ;;
esac

. "$(dirname "$0")/../../../conformance/engines/engines.sh"
need_root
suite=${LADING_INTEGRATION_SUITE:-/var/tmp/lading-integration-suite}
from=$(root_of 26.1)
[ -e "$from/.installed" ] || {
  echo "build.sh: the engine 26.1 is not installed; run tools/conformance/engines/install.sh 26.1" >&2
  exit 1
}
mkdir -p "$suite"
tree=$suite/tree
if [ ! -e "$tree/.copied" ]; then
  rm -rf "$tree" && mkdir "$tree"
  tar -C "$from" --exclude=./dk -c . | tar -C "$tree" -x
  sed -n 's/^deb /deb-src /p' "$from/etc/apt/sources.list" >>"$tree/etc/apt/sources.list"
  touch "$tree/.copied"
fi
cp /etc/resolv.conf "$tree/etc/resolv.conf" 2>/dev/null || rm -f "$tree/etc/resolv.conf"

unshare --mount bash -euo pipefail -c '
  mount --rbind /proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mkdir -p "$1/suite"
  mount --bind "$2" "$1/suite"
  exec chroot "$1" bash -euo pipefail -s
' build "$tree" "$suite" <<'IN_TREE'
export DEBIAN_FRONTEND=noninteractive
cd /suite
apt-get -o Acquire::Check-Valid-Until=false update >/dev/null

# The parts of the source package: a mirror may lack the file that signs them.
mkdir -p parts source
(cd parts && apt-get source --download-only docker.io >/dev/null) || true
apt-get install -y --no-install-recommends golang-go patch xz-utils >/dev/null
if [ ! -e source/.patched ]; then
  rm -rf source gopath && mkdir source
  tar -xJf parts/docker.io_*.debian.tar.xz -C source
  tar -xJf parts/docker.io_*.orig.tar.xz -C source --strip-components=2
  tar -xJf parts/docker.io_*.orig-buildkit.tar.xz -C source
  tar -xJf parts/docker.io_*.orig-cli.tar.xz -C source
  (cd source && grep -vE '^(#|$)' debian/patches/series | while read -r name; do patch -p1 -s -f <"debian/patches/$name"; done)
  # One copy of each library: a second one registers its messages twice.
  rm -rf source/engine/vendor/github.com/moby/buildkit source/buildkit/vendor source/buildkit/go.mod
  mv source/buildkit source/engine/vendor/github.com/moby/buildkit
  mkdir -p gopath/src/github.com/docker
  mv source/engine gopath/src/github.com/docker/docker
  ln -sfn gopath/src/github.com/docker/docker/integration integration
  touch source/.patched
fi
sed -n '/^Build-Depends:/,/^[A-Z][a-z-]*:/p' source/debian/control | grep -v '^#' | grep -oE 'golang-[a-z0-9.-]+' |
  grep -vE '^golang-(any|github-docker-docker-dev|golang-x-oauth2-google-dev)$' | sort -u |
  xargs apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io >/dev/null

export GOPATH=/suite/gopath:/usr/share/gocode GO111MODULE=off GOPROXY=off GOFLAGS=-p=2 GOCACHE=/suite/cache HOME=/root CGO_ENABLED=0
cd gopath/src/github.com/docker/docker
mkdir -p /suite/bin
# Programs of plugins, and drivers that remote engines do not load, are no tests.
for folder in $(cd integration && find . -name '*_test.go' -printf '%P\n' | xargs -n 1 dirname | sort -u | grep -vE '/cmd/|^internal|graphdriver'); do
  program=/suite/bin/${folder//\//-}.test
  [ -e "$program" ] || nice -n 10 go test -c -vet=off -ldflags=-w -o "$program" "./integration/$folder"
done
IN_TREE
ls "$suite/bin"
