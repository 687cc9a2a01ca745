#!/usr/bin/env bash
# Sees to it that CMake finds Drogon 1.9.10 or later, and does nothing when it does already.
#   Debian's libdrogon-dev where the release has it; else Debian's own sources of trantor and drogon from a newer
#   suite, built static and without what we do not use, into CACHE/drogon-VERSION-COMPILER. CACHE/deps points there.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/private-apt.sh"

MINIMUM=1.9.10

is_new_enough() { [ -n "$1" ] && dpkg --compare-versions "$1" ge "$MINIMUM"; }

packaged_version() { apt-cache policy libdrogon-dev 2>/dev/null | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'; }

# A prefix serves only the compiler that made it: its C++ headers depend on coroutine support found by CMake.
compiler_id() { "${CXX:-g++}" --version | awk 'NR == 1 { print $1 "-" $NF; exit }' | tr -cd 'A-Za-z0-9.+_-'; }

use_debian_package() {
  is_installed libdrogon-dev && is_new_enough "$(dpkg-query -W -f '${Version}' libdrogon-dev)" && return
  is_new_enough "$(packaged_version)" || return
  say "Installing Debian's Drogon, $(packaged_version) (a minute)"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libdrogon-dev
}

# build_source FOLDER PREFIX CMAKE_OPTIONS...
build_source() {
  local source=$1 prefix=$2
  shift 2
  quietly "$source-configure.log" cmake -S "$source" -B "$source-build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" -DCMAKE_CXX_STANDARD=20 -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DBUILD_DOC=OFF \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_PREFIX_PATH="$prefix" "$@"
  quietly "$source-build.log" cmake --build "$source-build" --parallel "$(nproc)"
  quietly "$source-install.log" cmake --install "$source-build"
}

with_lock drogon
id=$(compiler_id)
if [ -f "$CACHE/deps/complete" ] && [[ $(readlink "$CACHE/deps") == drogon-*-"$id" ]]; then exit 0; fi
if use_debian_package; then
  rm -f "$CACHE/deps"
  exit 0
fi

say "Fetching the sources of Drogon (Debian $NEWER_SUITE, 15 MB, a few seconds)"
work=$CACHE/drogon-work
rm -rf "$work" && mkdir -p "$work"
prepare_private_apt
(cd "$work" && quietly "$work/fetch.log" private_apt apt-get source --only-source trantor drogon)
version=$(private_apt apt-cache showsrc --only-source drogon | awk '$1 == "Version:" { print $2; exit }')
version=${version//[^A-Za-z0-9.+_-]/_}
name=drogon-$version-$id
trantor=$(find "$work" -mindepth 1 -maxdepth 1 -type d -name 'trantor-*')
drogon=$(find "$work" -mindepth 1 -maxdepth 1 -type d -name 'drogon-*')

if [ ! -f "$CACHE/$name/complete" ]; then
  rm -rf "${CACHE:?}/$name"
  say "Building trantor, Drogon's network layer (20 seconds)"
  build_source "$trantor" "$CACHE/$name" -DUSE_SPDLOG=OFF
  say "Building Drogon $version (2 minutes on two cores, once per compiler)"
  build_source "$drogon" "$CACHE/$name" -DUSE_SUBMODULE=OFF -DBUILD_CTL=OFF -DBUILD_EXAMPLES=OFF -DBUILD_YAML_CONFIG=OFF \
    -DBUILD_ORM=ON -DBUILD_POSTGRESQL=ON -DBUILD_MYSQL=OFF -DBUILD_SQLITE=OFF -DBUILD_REDIS=OFF -DBUILD_BROTLI=ON
  touch "$CACHE/$name/complete"
fi
ln -sfn "$name" "$CACHE/deps"
rm -rf "$work"
say "Drogon $version is ready in $CACHE/deps"
