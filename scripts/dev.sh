#!/usr/bin/env bash
# The debug server behind Vite's development server; both end together on Ctrl-C.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
"$ROOT/scripts/compile.sh" dev scriba
program=$(find build/dev -type f -name scriba -perm -u+x | head -n 1)
say "Server on http://localhost:8080, web application with hot reload on http://localhost:5173"
SCRIBA_DATA_DIR=${SCRIBA_DATA_DIR:-data/dev} setpriv --pdeathsig TERM "$program" serve &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" || true' EXIT
trap 'exit 0' INT TERM
(cd web && npm run --silent dev)
