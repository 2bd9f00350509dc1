#!/bin/sh
# Makes inputs for the targets `pack`, `journal` and `command` in fuzz/corpus, from the project's
# own packs and sessions. Run it from the root.
set -eu
folder() {
    mkdir -p "fuzz/corpus/pack"
    (cd "$1" && find . -type f | sed 's|^\./||' | sort | while read -r name; do
        printf '%s\n' "$name"
        cat "$name"
        printf '\0'
    done) > "fuzz/corpus/pack/$2"
}
folder tests/packs/small small
folder tests/packs/every every
for step in 1 2 3 4 5 6 7; do folder "docs/tutorial/step-$step" "step-$step"; done
for kit in crates/kit/tests/folders/*/; do folder "$kit" "kit-$(basename "$kit")"; done
for map in crates/pack/tests/mistakes/map-*/; do folder "$map" "$(basename "$map")"; done
mkdir -p fuzz/corpus/command
grep -h '^> ' docs/protocol.md tests/sessions/*.session | sed 's/^> //' | sort -u |
    awk '{ file = "fuzz/corpus/command/line-" NR; printf "%s", $0 > file; close(file) }'
mkdir -p fuzz/corpus/journal
for pack in packs/*/; do
    name=$(basename "$pack")
    cargo run -q -p barrow-cli -- play "$name" --bot sensible --seed 3 --turns 40 \
        --journal "fuzz/corpus/journal/$name"
done
