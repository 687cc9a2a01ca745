#!/usr/bin/env bash
# Puts a model at CACHE/speech/model.bin: model.sh NAME, or the file in SCRIBA_SPEECH_MODEL_FILE. Downloads go on where
# they stopped and count only when their checksum is right.
. "$(dirname "$0")/../lib.sh"

speech=$CACHE/speech
publisher=${SCRIBA_SPEECH_MODEL_BASE:-https://huggingface.co/ggerganov/whisper.cpp/resolve/main}
mkdir -p "$speech/models"

if [ -n "${SCRIBA_SPEECH_MODEL_FILE:-}" ]; then
  [ -r "$SCRIBA_SPEECH_MODEL_FILE" ] || fail "SCRIBA_SPEECH_MODEL_FILE names '$SCRIBA_SPEECH_MODEL_FILE', which cannot be read"
  # whisper.cpp's files begin with the letters "lmgg", which is "ggml" written little-endian.
  [ "$(head -c 4 "$SCRIBA_SPEECH_MODEL_FILE")" = lmgg ] || fail "'$SCRIBA_SPEECH_MODEL_FILE' is not a model in whisper.cpp's ggml form"
  ln -sfn "$(readlink -f "$SCRIBA_SPEECH_MODEL_FILE")" "$speech/model.bin"
  say "Speech model: $SCRIBA_SPEECH_MODEL_FILE"
  exit 0
fi

name=$1
table=$ROOT/scripts/speech/models.tsv
IFS=$'\t' read -r _ file sum size < <(awk -F'\t' -v name="$name" '$1 == name' "$table") ||
  fail "no speech model is called '$name'; there are: $(awk -F'\t' '!/^#/ { printf "%s ", $1 }' "$table")"
target=$speech/models/$file

is_intact() { [ "$(sha1sum "$1" | cut -d' ' -f1)" = "$sum" ]; }

if [ ! -f "$target" ]; then
  say "Downloading the speech model '$name' ($size; a stopped download goes on where it was)"
  curl --fail --location --continue-at - --retry 3 --connect-timeout 20 --speed-limit 1000 --speed-time 60 \
    --progress-bar --output "$target.part" "$publisher/$file" || fail "the model could not be downloaded. \
Where there is no internet, bring a model file in whisper.cpp's ggml form (such as $file) to this machine and run: \
make speech SCRIBA_SPEECH_MODEL_FILE=/path/to/$file"
  is_intact "$target.part" || {
    rm -f "$target.part"
    fail "the downloaded model does not have its published checksum and was thrown away; run make speech again"
  }
  mv "$target.part" "$target"
fi
ln -sfn "models/$file" "$speech/model.bin"
say "Speech model: $target"
