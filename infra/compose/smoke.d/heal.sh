# Sourced by ../smoke: `docker compose kill`, and what comes back by itself.

# Container and time of its start, a line each, of a service's containers that run and are well.
starts_of() {
  dc ps --all --quiet "$1" | xargs docker inspect | jq -r '
    .[] | select(.State.Running and ((.State.Health.Status // "healthy") == "healthy")) | "\(.Id) \(.State.StartedAt)"
  ' | sort
}

# All the same containers as before, each started anew.
is_healed() {
  local now
  now=$(starts_of "$1")
  [ "$(cut -d' ' -f1 <<<"$now")" = "$(cut -d' ' -f1 <<<"$2")" ] && [ -z "$(comm -12 <(echo "$now") <(echo "$2"))" ]
}

kill_and_heal() {
  local before began=$SECONDS
  before=$(starts_of "$1")
  [ -n "$before" ] || fail "$1 does not run"
  dc --progress quiet kill -s KILL "$1"
  await "$1 comes back by itself" is_healed "$1" "$before"
  say "$1: killed ($(wc -l <<<"$before")), back after $((SECONDS - began)) s"
}
