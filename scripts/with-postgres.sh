#!/usr/bin/env bash
# Runs a command beside a private PostgreSQL on loopback, which is gone afterwards: with-postgres.sh COMMAND...
# The command finds the server's address in SCRIBA_TEST_DATABASE_URL and may make databases in it.
set -euo pipefail

bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "PostgreSQL is not installed (package postgresql)" >&2; exit 1; }
folder=$(mktemp -d /tmp/scriba-postgres-XXXXXX)
# The server refuses to run as root.
as_server=()
if [ "$(id -u)" = 0 ]; then
  chown postgres: "$folder"
  as_server=(setpriv --reuid postgres --regid postgres --init-groups --no-new-privs env HOME="$folder")
fi
stop() {
  "${as_server[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >"$folder/stop.log" 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

cd "$folder"
"${as_server[@]}" "$bin/initdb" -D "$folder/data" -U scriba -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log" 2>&1 ||
  { cat "$folder/initdb.log" >&2; exit 1; }
for _ in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 20000))
  # Durability is the installation's business, not the tests'.
  if "${as_server[@]}" "$bin/pg_ctl" -D "$folder/data" -w -t 60 -l "$folder/server.log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200" \
    start >"$folder/start.log" 2>&1; then
    started=yes
    break
  fi
done
[ "${started:-}" = yes ] || { cat "$folder/start.log" "$folder/server.log" >&2; exit 1; }
cd - >/dev/null
SCRIBA_TEST_DATABASE_URL="postgres://scriba@127.0.0.1:$port/postgres" "$@"
