#!/bin/sh
# A node of the fleet. Replicas share one volume. Each locks the first free folder in it, and uses the name under
# which the coordinator knows that folder's token.
set -eu

for number in $(seq 64); do
  folder=/data/$number
  mkdir -p "$folder"
  # The lock lasts as long as this process, however it ends; engines do not inherit it.
  exec 9>"$folder/replica.lock"
  flock -n 9 || continue
  exec node --enable-source-maps dist/main.js --node-id "fleet-$number" --work-dir "$folder/work"
done
echo 'all 64 places of the volume are taken' >&2
exit 1
