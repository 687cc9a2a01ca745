#!/usr/bin/env bash
# Puts whisper.cpp's whisper-server at CACHE/speech/whisper-server, a launcher that shuts it in by bubblewrap.
#   Debian's package whisper.cpp-tools where the release has it; else the same package from a newer suite with its
#   libraries in a private root, as little of it as the program really loads: nothing of the system is touched.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/scripts/private-apt.sh"

speech=$CACHE/speech
package=whisper.cpp-tools

is_packaged() { apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [0-9]'; }

# extract_packages INTO: the package and all that it depends on, unpacked side by side.
extract_packages() {
  local into=$1 deb
  prepare_private_apt
  private_apt apt-get clean
  quietly "$speech/download.log" private_apt apt-get -y --download-only --no-install-recommends install "$package"
  for deb in "$CACHE"/apt/archives/*.deb; do dpkg-deb --fsys-tarfile "$deb" | tar -x --no-same-owner -C "$into" ./usr 2>/dev/null || true; done
  private_apt apt-get clean
}

# copy_closure FROM TO: the program, its computing back ends, and every library that the dynamic linker names.
copy_closure() {
  local from=$1 to=$2 linker library_dir file
  linker=$(find "$from/usr/lib64" "$from/usr/lib" -name 'ld-linux-*.so.*' 2>/dev/null | head -n 1)
  library_dir=$(dirname "$(find "$from/usr/lib" -name 'libwhisper.so.1' | head -n 1)")
  mapfile -t back_ends < <(find "$library_dir/ggml" -name 'libggml-cpu*.so')
  [ -n "$linker" ] && [ ${#back_ends[@]} -gt 0 ] || fail "the downloaded packages are not laid out as expected"
  mkdir -p "$to"
  {
    printf '%s\n' "$from/usr/bin/whisper-server" "${back_ends[@]}" "$linker"
    for file in "$from/usr/bin/whisper-server" "${back_ends[@]}"; do
      "$linker" --library-path "$library_dir" --list "$file" | awk '$2 == "=>" { print $3 }'
    done
  } | sort -u | while IFS= read -r file; do
    # Links are followed, and every file lands under the name by which it is asked for.
    install -D "$file" "$to/${file#"$from/"}"
  done
  # The linker's own fixed address.
  [ -e "$to/usr/lib64" ] || { mkdir -p "$to/usr/lib64" && install "$linker" "$to/usr/lib64/"; }
}

works() { "$speech/whisper-server" --help >"$speech/try.log" 2>&1; }

with_lock speech
mkdir -p "$speech"
install -m 755 "$ROOT/scripts/speech/whisper-server" "$speech/whisper-server"
works && exit 0

if is_packaged; then
  say "Installing Debian's $package (a minute)"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null
  rm -rf "$speech/root"
else
  say "Fetching whisper.cpp with its libraries from Debian $NEWER_SUITE into $speech (130 MB, 1 to 3 minutes, once)"
  rm -rf "$speech/unpacked" "$speech/root" && mkdir -p "$speech/unpacked/all"
  extract_packages "$speech/unpacked/all"
  copy_closure "$speech/unpacked/all" "$speech/unpacked/root"
  mv "$speech/unpacked/root" "$speech/root"
  rm -rf "$speech/unpacked"
fi
works || {
  tail -n 5 "$speech/try.log" >&2
  fail "whisper-server does not start under bubblewrap here (some containers forbid it); run a speech engine elsewhere and set SCRIBA_SPEECH_URL"
}
