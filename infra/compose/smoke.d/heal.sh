# Sourced by ../smoke. Kills processes and containers, and tests how each comes back.

# Prints container and start time of a service's running and healthy containers, one per line.
starts_of() {
  dc ps --all --quiet "$1" | xargs docker inspect | jq -r '
    .[] | select(.State.Running and ((.State.Health.Status // "healthy") == "healthy")) | "\(.Id) \(.State.StartedAt)"
  ' | sort
}

# all_started SERVICE: succeeds if all its containers are healthy. Sets `starts`. On a busy machine a health check may
# fail once, so every step waits for this before it counts or kills containers.
all_started() {
  starts=$(starts_of "$1")
  [ -n "$starts" ] && [ "$(wc -l <<<"$starts")" -eq "$(dc ps --all --quiet "$1" | wc -l)" ]
}

# has_replicas SERVICE NUMBER: succeeds if a service has that many healthy containers, and no others.
has_replicas() {
  local starts
  all_started "$1" && [ "$(wc -l <<<"$starts")" -eq "$2" ]
}

# is_healed SERVICE STARTS: succeeds if the same containers as before have all restarted.
is_healed() {
  local now
  now=$(starts_of "$1")
  [ "$(cut -d' ' -f1 <<<"$now")" = "$(cut -d' ' -f1 <<<"$2")" ] && [ -z "$(comm -12 <(echo "$now") <(echo "$2"))" ]
}

# crash_and_heal SERVICE: kills every process of each of its containers at once. The restart policy restarts the
# containers.
crash_and_heal() {
  local before began starts
  await "$1 is healthy" all_started "$1"
  before=$starts began=$SECONDS
  for container in $(cut -d' ' -f1 <<<"$before"); do
    docker exec "$container" sh -c 'kill -KILL -1' >/dev/null 2>&1 || true
  done
  await "$1 comes back automatically" is_healed "$1" "$before"
  say "$1: died ($(wc -l <<<"$before")), back after $((SECONDS - began)) s"
}

# stop_and_heal SERVICE...: stops every process of each of their containers at once, without continuing them. The health
# check of each container kills it, and the restart policy restarts it.
stop_and_heal() {
  local began starts
  local -A before
  for service; do
    await "$service is healthy" all_started "$service"
    before[$service]=$starts
  done
  began=$SECONDS
  for service; do
    for container in $(cut -d' ' -f1 <<<"${before[$service]}"); do
      docker exec "$container" sh -c 'kill -STOP -1' || fail "cannot stop $service"
    done
  done
  for service; do
    await "$service comes back after it was stopped" is_healed "$service" "${before[$service]}"
  done
  say "$*: stopped (SIGSTOP), back after $((SECONDS - began)) s"
}

# Containers killed by hand come back with the documented command, in the same number.
show_brought_back() {
  await 'three replicas of grid-api are healthy' has_replicas grid-api 3
  dc --progress quiet kill grid-api grid-worker
  dc --progress quiet up -d --wait $started
  await '`docker compose up -d --wait` keeps the number of replicas' has_replicas grid-api 3
  await 'literature-api has two replicas' has_replicas literature-api 2
  say 'killed by hand: all replicas are back after `docker compose up -d --wait`'
}

# knock COMMAND...: sends requests without a pause until $work/rolled exists. Writes a line to $work/failed for each
# failure.
knock() {
  local asked=0
  until [ -e "$work/rolled" ]; do
    "$@" >/dev/null 2>>"$work/failed" || echo "$1 failed" >>"$work/failed"
    asked=$((asked + 1))
  done
  echo "$asked" >>"$work/asked"
}

# Replaces containers with infra/upgrade/roll. No request may fail.
show_roll() {
  : >"$work/failed" && : >"$work/asked"
  knock grid /api/workflows &
  knock grid /readyz &
  knock literature /api/library &
  COMPOSE_PROJECT_NAME=$project COMPOSE_ENV_FILES=$work/env COMPOSE_FILE=docker-compose.yml:infra/compose/stand-ins.yml \
    "$checkout/infra/upgrade/roll" >"$work/roll" 2>&1 || { cat "$work/roll" >&2 && fail 'the roll-out failed'; }
  touch "$work/rolled"
  wait
  [ ! -s "$work/failed" ] || fail "requests failed while containers were replaced: $(sort "$work/failed" | uniq -c | head -n 5)"
  await 'the roll-out keeps the number of replicas' has_replicas grid-api 3
  say "all replicas replaced, $(awk '{n += $1} END {print n}' "$work/asked") requests meanwhile, none failed"
}
