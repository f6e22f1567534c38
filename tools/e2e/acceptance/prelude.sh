# What the commands of the lists may call beside programs.

on_worker() { DOCKER_HOST=$WORKER docker "$@"; }
kit() { DOCKER_BUILDKIT=1 BUILDKIT_PROGRESS=plain docker "$@"; }

# Waits until a command prints a text.
until_equal() {
  for _ in $(seq 120); do
    last=$(bash -c ". $ACCEPTANCE/prelude.sh; $2" 2>/dev/null)
    [ "$last" = "$1" ] && break
    sleep 0.5
  done
  echo "$last"
  [ "$last" = "$1" ]
}

# Repeats a command until it succeeds: the engine needs time.
retried() {
  for _ in $(seq 20); do "$@" >.out 2>.err && break; sleep 0.5; done
  cat .out
  [ ! -s .err ] || cat .err >&2
}

# Sorts the lines of a command, whose order or number varies.
sorted() {
  "$@" >.out 2>&1
  local code=$?
  sed -E 's/ done$//; s/\b([0-9a-f]{64}|[0-9a-z]{25})\b/<id>/g; /^$/d' .out | sort -u
  return $code
}

# Prints the progress of a build without times, and without lines whose order or number varies.
progress() {
  kit "$@" >.out 2>&1
  local code=$?
  sed -E 's/^#[0-9]+ /- /; s/ [0-9.]+s done/ done/; s/[0-9]+\.[0-9]+s?/<time>/g; s/ done$//' .out |
    grep -vE '^- (transferring|exporting layers|writing image|sha256|extracting|\.\.\.|<time>|DONE|CACHED)' | sort -u
  return $code
}

# Edits the output of a command with an expression of sed.
edited() {
  "${@:2}" 2>&1 | sed -Ez "$1"
  return "${PIPESTATUS[0]}"
}

# Lets a command run, runs another one meanwhile, and interrupts the first one if it does not end.
meanwhile() {
  local other=$1 pid
  shift
  set -m
  "$@" &
  pid=$!
  sleep 1.5
  eval "$other" >/dev/null 2>&1
  sleep 0.7
  kill -INT -- -$pid 2>/dev/null
  for _ in $(seq 20); do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
  kill -KILL -- -$pid 2>/dev/null
  wait $pid 2>/dev/null
}

# Types keys on the terminal of a command: typed 'KEYS' … -- COMMAND
typed() { node "$ACCEPTANCE/typed.mjs" "$@"; }

# Runs a program of the tree of an engine: in_tree TREE PACKAGE PROGRAM …
in_tree() {
  local root=$LADING_ENGINES/$1 package=$2
  shift 2
  chroot "$root" dpkg -s "$package" >/dev/null 2>&1 || unshare --mount bash -euc '
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    mount -t proc proc "$1/proc"
    export DEBIAN_FRONTEND=noninteractive
    chroot "$1" apt-get -qq -o Acquire::Check-Valid-Until=false update
    chroot "$1" apt-get -qq install -y --no-install-recommends "$2"' install "$root" "$package" >/dev/null 2>&1
  cp -r "$ACCEPTANCE"/programs/* "$root/dk/"
  DOCKER_HOST=unix:///dk/acceptance.sock PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$root" "$@"
}

# Runs a program in the network of an engine, so that it reaches published ports.
on_network() { nsenter "--net=/proc/$(cat "$LADING_ENGINES/$1/dk/pid")/ns/net" "${@:2}"; }
