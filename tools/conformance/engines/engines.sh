# Functions and settings that the scripts of this folder share: where engines are installed, and which exist.
# This file is sourced, not run.

set -euo pipefail

# The state is large and specific to the machine, so it is stored outside the repository.
engines_home=${LADING_ENGINES:-/var/tmp/lading-engines}

# A Debian suite pins an engine: each contains one release of it.
engines_known="20.10 26.1 28.5"

suite_of() {
  case $1 in
    20.10) echo bookworm ;; # API 1.41
    26.1) echo trixie ;;    # API 1.45, serves 1.24 to 1.45
    28.5) echo sid ;;       # API 1.51, serves 1.24 to 1.51
    *)
      echo "engine $1: unknown; supported are: $engines_known" >&2
      return 1
      ;;
  esac
}

root_of() { echo "$engines_home/$1"; }
socket_of() { echo "$engines_home/$1/dk/docker.sock"; }

is_ready() { curl --silent --fail --max-time 3 --unix-socket "$(socket_of "$1")" http://engine/_ping >/dev/null 2>&1; }

need_root() {
  [ "$(id -u)" = 0 ] || {
    echo "$0: needs root, for chroots and namespaces; run it as root" >&2
    exit 1
  }
}
