# Reaches packages of a newer Debian suite without touching the system: apt with its own lists, sources and (empty)
# package status under the cache folder, from the mirror that this machine uses. Signatures are checked as always.
# To be sourced after lib.sh.

# forky is the first suite with a current Drogon, whisper.cpp and libc to go with them.
NEWER_SUITE=forky

# The address of the Debian archive that this machine is configured for. apt itself reads its configuration, so both
# the one-line and the deb822 format count, and so do mirrors under another name.
debian_mirror() {
  local targets
  # shellcheck disable=SC2016  # apt's own placeholders
  targets=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null || true)
  case $targets in
    *'Debian|'*) ;;
    *)
      say "Reading the package lists (apt-get update, a few seconds)"
      as_root apt-get update -qq
      # shellcheck disable=SC2016
      targets=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Created-By: Packages')
      ;;
  esac
  awk -F'|' '$1 == "Debian" { print $2; found = 1; exit } END { exit !found }' <<<"$targets" ||
    fail "no Debian archive found in this machine's apt configuration; Scriba is built on Debian 12 or later"
}

debian_keyring() {
  local file
  for file in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
    [ -f "$file" ] && { echo "$file"; return; }
  done
  fail "the package debian-archive-keyring is missing"
}

# prepare_private_apt: afterwards `private_apt COMMAND...` runs an apt program on the newer suite.
prepare_private_apt() {
  local dir=$CACHE/apt
  mkdir -p "$dir/lists/partial" "$dir/archives/partial"
  : >"$dir/status"
  cat >"$dir/suite.sources" <<EOF
Types: deb deb-src
URIs: $(debian_mirror)
Suites: $NEWER_SUITE
Components: main
Signed-By: $(debian_keyring)
EOF
  # Mirrors that lag, and snapshots, serve a Release file past its date: its signature is what we rely on.
  cat >"$dir/apt.conf" <<EOF
Dir::Etc::SourceList "$dir/suite.sources";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$dir";
Dir::State::Lists "$dir/lists";
Dir::State::status "$dir/status";
Dir::Cache "$dir";
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
APT::Sandbox::User "";
EOF
  quietly "$dir/update.log" private_apt apt-get update
}

private_apt() { APT_CONFIG=$CACHE/apt/apt.conf "$@"; }
