#!/bin/sh
# Runs a node of the fleet. All replicas share one volume. Each locks the first free folder in it, and uses the name
# under which the coordinator knows that folder's token.
set -eu

for number in $(seq 64); do
  folder=/data/$number
  mkdir -p "$folder"
  # The lock lasts as long as this process, however it ends. Engines do not inherit it.
  exec 9>"$folder/replica.lock"
  flock -n 9 || continue
  exec node --enable-source-maps dist/main.js --node-id "fleet-$number" --work-dir "$folder/work"
done
echo 'all 64 folders of the volume are in use' >&2
exit 1
