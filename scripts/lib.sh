# What every script here shares; to be sourced from bash. Nothing outside the cache folder is written by it.
set -euo pipefail
export LC_ALL=C.UTF-8

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Everything that is slow to make and does not depend on the working tree lives here, and survives `make clean`.
CACHE=${SCRIBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/scriba}

say() { printf '\033[1m==>\033[0m %s\n' "$*" >&2; }
fail() {
  printf '\033[31merror:\033[0m %s\n' "$*" >&2
  exit 1
}

# as_root COMMAND...: through sudo when we are not root already.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "this step installs Debian packages and needs root: run as root, or install sudo ('$*')"
  fi
}

# is_installed PACKAGE: also true for a package that another one provides under that name.
is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Runs COMMAND with its output in LOG; shows the end of it only when the command fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    fail "'$*' failed; all of its output is in $log"
  }
}

# One run at a time of what fills the cache: two terminals must not build the same prefix together.
with_lock() {
  mkdir -p "$CACHE"
  exec 9>"$CACHE/$1.lock"
  flock 9
}
