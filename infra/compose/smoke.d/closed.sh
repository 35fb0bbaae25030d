# Sourced by ../smoke. Tests what the containers expose to the outside and to each other.

# Runs as root: only the container that creates the secrets, once. It has no network.
rooted='["secrets"]'
once='["secrets","grid-migrate","literature-migrate"]'
answering='["postgres","redis","grid","grid-api","grid-worker","literature","literature-api","literature-worker","upstream-lab"]'

show_closed() {
  local found
  found=$(dc ps --all --quiet | xargs docker inspect | jq -r --argjson rooted "$rooted" --argjson once "$once" \
    --argjson answering "$answering" '
    .[] | .Config.Labels["com.docker.compose.service"] as $service | .HostConfig as $host | .Config as $config |
    def is($list): $service | IN($list[]);
    def claim($text; $true): if $true then empty else "\($service): \($text)" end;
    claim("a root file system that cannot be written"; $host.ReadonlyRootfs),
    claim("an init process"; $host.Init),
    claim("no privileges"; $host.Privileged | not),
    claim("no capabilities"; ($host.CapDrop | index("ALL")) and ($service == "secrets" or (($host.CapAdd // []) == []))),
    claim("no new privileges"; $host.SecurityOpt | index("no-new-privileges:true")),
    claim("a limit of memory"; $host.Memory > 0),
    claim("a limit of processes"; $host.PidsLimit > 0),
    claim("a limit of logs"; $host.LogConfig.Config["max-size"] and $host.LogConfig.Config["max-file"]),
    claim("a user of its own"; is($rooted) or ($config.User | IN("", "root", "0") | not)),
    claim("no network"; (is($rooted) | not) or $host.NetworkMode == "none"),
    claim("a restart policy"; is($once) or $host.RestartPolicy.Name == "unless-stopped"),
    claim("a health check that holds"; (is($answering) | not) or .State.Health.Status == "healthy"),
    claim("ports on loopback"; [.NetworkSettings.Ports // {} | .[] | .[]? | .HostIp] | all(. == "127.0.0.1")),
    claim("an exit code of 0"; (is($once) | not) or (.State.Status == "exited" and .State.ExitCode == 0)),
    claim("no engine socket"; [.Mounts[].Source] | all(endswith(".sock") | not))
  ')
  [ -z "$found" ] || fail "missing restrictions: $found"
  for service in grid-api grid-worker grid-node fleet-approval literature-api literature-worker upstream-lab; do
    found=$(dc exec -T "$service" sh -c '
      [ "$(id -u)" != 0 ] || echo "runs as root"
      (: >/program/probe) 2>/dev/null && echo "can write its program"
      for tool in cc gcc g++ make python3 git npm npx pnpm yarn corepack tsc; do command -v $tool; done
      ls -d /program/src /program/node_modules/typescript /program/node_modules/jest /engine/src 2>/dev/null
      true')
    [ -z "$found" ] || fail "$service is not closed: $found"
  done
  for service in postgres redis grid literature; do
    # shellcheck disable=SC2016 # The container's shell expands it.
    [ "$(dc exec -T "$service" sh -c 'id -u')" != 0 ] || fail "$service runs as root"
  done
  say 'each container is restricted: own user, read-only root, no build tools, limits, loopback'
}

# as ROLE STATEMENT: through the server's own socket, which needs no password.
as() { dc exec -T postgres psql --no-psqlrc --quiet --tuples-only -U "$1" -d almagest -c "$2" 2>&1; }

# is_denied ROLE STATEMENT
is_denied() {
  local answer
  ! answer=$(as "$1" "$2") && grep -q 'permission denied' <<<"$answer"
}

# reaches SERVICE HOST PORT
reaches() {
  dc exec -T "$1" node --eval '
    const [host, port] = process.argv.slice(1);
    const socket = require("node:net").connect({ host, port: Number(port), timeout: 3000 });
    socket.once("connect", () => process.exit(0)).once("error", () => process.exit(1)).once("timeout", () => process.exit(1));
  ' "$2" "$3"
}

# Tests connections that must fail, together with connections that must succeed, so that a general fault does not count as
# success.
show_apart() {
  as grid 'select count(*) from grid.workflow' >/dev/null || fail 'the role grid cannot read its own tables'
  as literature 'select count(*) from literature.paper' >/dev/null || fail 'the role literature cannot read its own tables'
  is_denied literature 'select count(*) from grid.workflow' || fail 'the role literature reads the tables of grid'
  is_denied grid 'select count(*) from literature.paper' || fail 'the role grid reads the tables of literature'
  reaches grid-node grid 8090 || fail 'a node cannot reach the coordinator'
  for place in 'postgres 5432' 'redis 6379' 'grid-api 8090' 'literature 8000' 'literature-api 8000'; do
    # shellcheck disable=SC2086 # A host and a port.
    ! reaches grid-node $place || fail "a node reaches $place"
  done
  for role in grid literature; do
    is_denied "$role" 'create schema another' || fail "the role $role creates schemas"
  done
  [ "$(docker network inspect --format '{{.Internal}}' "${project}_fleet")" = true ] || fail 'nodes reach other networks'
  ! dc run --rm --no-deps -T --entrypoint cat gridctl /run/secrets/almagest/database-url >/dev/null 2>&1 ||
    fail 'gridctl reads the address of the database'
  dc exec -T redis redis-cli ping </dev/null | grep -q NOAUTH || fail 'Redis needs no password'
  say 'roles see only their own schema, nodes see only the coordinator'
}

# Checks that no secret appears in the engine's description of a container or in the containers' logs.
show_silent() {
  local name
  dc ps --all --quiet | xargs docker inspect >"$work/inspected"
  dc logs --no-color >"$work/said" 2>&1
  for secret in grid-api:admin-token grid-api:database-url literature-api:api-token literature-api:database-url grid-api:redis-url redis:config \
    postgres:superuser postgres:grid postgres:literature; do
    name=${secret#*:}
    dc exec -T "${secret%%:*}" cat "/run/secrets/almagest/$name" >"$work/secret"
    [ -s "$work/secret" ] || fail "the secret $secret is empty"
    ! grep -qFf "$work/secret" "$work/inspected" || fail "docker inspect shows $secret"
    ! grep -qFf "$work/secret" "$work/said" || fail "the logs show $secret"
  done
  say "no secret in docker inspect or in $(wc -l <"$work/said") lines of logs"
}
