#!/usr/bin/env bash
# Holds the program against the limit for a list of 50 patients, signed in, policies on: the same rows from the same
# file by a bare handler (bare_list), in one run, three rounds in turn. Needs wrk, curl, python3.
# run.sh [FOLDER] : results go to FOLDER/server.txt (default: build/bench-results).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
results=${1:-$root/build/bench-results}
program=${SCRIBA_PROGRAM:-$root/build/scriba}
bare=${SCRIBA_BARE_LIST:-$root/build/bench/bench/server/bare_list}
mkdir -p "$results"
folder=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
cleanup() {
  for pid in ${server:-} ${limit:-}; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT

SCRIBA_DATA_DIR=$folder/data SCRIBA_PORT=$port SCRIBA_PUBLIC_URL=http://localhost:$port SCRIBA_RATE_LIMITS=off \
  SCRIBA_LOG_LEVEL=warning "$program" serve >"$folder/log" 2>&1 &
server=$!
site=http://127.0.0.1:$port
for _ in $(seq 100); do curl -fs "$site/health" >/dev/null && break || sleep 0.1; done
key=$(curl -fs "$site/config.json" | python3 -c 'import json,sys; print(json.load(sys.stdin)["anonKey"])')
read -r token user < <(curl -fs "$site/auth/v1/signup" -H "apikey: $key" -H 'content-type: application/json' \
  -d '{"email":"bench@example.org","password":"Segreta1","data":{"full_name":"Anna Verdi"}}' |
  python3 -c 'import json,sys; s=json.load(sys.stdin); print(s["access_token"], s["user"]["id"])')
python3 - <<'PYTHON' >"$folder/patients.json"
import json
print(json.dumps([{
    'first_name': f'Maria Antonietta {i:02}', 'last_name': f"D'Ambrosio Bianchi {i * 37 % 50:02}", 'birth_date': '1980-01-31',
    'gender': 'female', 'email': f'maria.antonietta.{i:02}@posta.example.org', 'phone': f'+39 333 12345{i:02}',
    'weight': 72.5, 'height': 170} for i in range(50)]))
PYTHON
curl -fs "$site/rest/v1/patients" -H "apikey: $key" -H "authorization: Bearer $token" -H 'content-type: application/json' \
  -d @"$folder/patients.json"

"$bare" "$folder/data/scriba.db" "$user" $((port + 1)) >"$folder/bare.log" 2>&1 &
limit=$!
sleep 1
list="$site/rest/v1/patients?select=*&user_id=eq.$user&order=last_name.asc"
curl -fs "$list" -H "apikey: $key" -H "authorization: Bearer $token" >"$folder/ours.json"
curl -fs "http://127.0.0.1:$((port + 1))/list" >"$folder/bare.json"
cmp "$folder/ours.json" "$folder/bare.json"

rate() { wrk -t1 -c16 -d"${SECONDS_EACH:-5}s" "$@" | awk '/^Requests\/sec/ {print $2}'; }
{
  echo "list of 50 patients, $(wc -c <"$folder/ours.json") bytes, requests/s (wrk, 16 connections)"
  echo "round scriba bare ratio"
  for round in 1 2 3; do
    ours=$(rate -H "apikey: $key" -H "authorization: Bearer $token" "$list")
    theirs=$(rate "http://127.0.0.1:$((port + 1))/list")
    echo "$round $ours $theirs $(python3 -c "print(round($ours / $theirs, 2))")"
  done
} | tee "$results/server.txt"
