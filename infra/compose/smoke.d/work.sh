# Sourced by ../smoke. Does the work that must survive, through the public interfaces.

# Stores the headers with the tokens in files, because all users of the machine can read arguments.
take_tokens() {
  (
    umask 077
    printf 'Authorization: Bearer %s\n' "$(dc exec -T grid-api cat /run/secrets/almagest/admin-token)" >"$work/grid"
    printf 'Authorization: Bearer %s\n' "$(dc exec -T literature-api cat /run/secrets/almagest/api-token)" >"$work/literature"
  )
}

# The engine gives a container another free port at each start.
grid() { curl -fsS --max-time 120 -H @"$work/grid" "${@:2}" "http://$(dc port grid 8090)$1"; }
literature() {
  curl -fsS --max-time 300 -H @"$work/literature" -H 'Content-Type: application/json' "${@:2}" \
    "http://$(dc port literature 8000)$1"
}

show_ready() {
  grid /readyz >/dev/null || fail 'the coordinator is not ready'
  literature /readyz >/dev/null || fail 'the literature service is not ready'
  say 'both services are ready'
}

workflow=smoke
stats() { grid "/api/workflows/$workflow/stats" 2>/dev/null | jq -e .data; }
# Prints -1 while the statistics cannot be read.
done_points() { stats | jq '.converged + .failed' | grep . || echo -1; }

# set_pace SECONDS: sets how long an engine waits before it computes (FLEET_ENGINE above), so that the workflow lasts
# until everything was killed once, even on a fast machine. The file is in the volume of all nodes and is replaced
# atomically.
set_pace() {
  dc exec -T grid-node sh -c 'cat >/data/engine.new && mv /data/engine.new /data/engine.sh' \
    <<<"sleep $1; exec node /engine/dist/main.js"
}

# 192 models. Some converge only from a neighbour's seed, some not at all.
start_workflow() {
  set_pace 15
  dc --progress quiet run --rm --no-TTY --interactive gridctl workflows create "$workflow" --file - >/dev/null 2>&1 <<'YAML'
grid:
  teff: [30000, 42000, 50000, 57500]
  logg: [5.0, 4.25, 3.75]
  loghe: [-2, 0]
  logc: [-4, -2.5]
  logn: [-4, -3]
  logo: [-3.5, -2.5]
chain:
  - { label: grey, lte: yes, niter: 7 }
  - { label: refine, lte: no, niter: 6 }
timeout_sec: 120
YAML
  dc --progress quiet run --rm --no-TTY gridctl workflows start "$workflow" >/dev/null 2>&1
  await 'nodes of the fleet compute' has_done 4
  say "the fleet computes: $(grid /api/admin/nodes | jq -r '[.data[] | "\(.node_id) \(.status)"] | join(", ")')"
}

has_done() { [ "$(done_points)" -ge "$1" ]; }

# show_computing SERVICE: waits until new results have arrived.
show_computing() {
  local before
  await 'the statistics can be read' has_done 0
  before=$(done_points)
  [ "$before" -lt 192 ] || fail "the workflow ended before $1 was killed: the check proves nothing"
  await "points finish after $1 was killed" has_done $((before + 1))
}

is_completed() { [ "$(stats | jq -r .status)" = completed ]; }

# Checks that every point ended once, and that every converged point has a file with the recorded digest.
show_workflow_whole() {
  local counts rows name address
  await 'the workflow ends' is_completed
  address=$(dc port grid 8090)
  counts=$(stats)
  jq -e '.total == 192 and .converged + .failed == 192 and .converged > 150' <<<"$counts" >/dev/null ||
    fail "points are missing: $(jq -c 'del(.waves)' <<<"$counts")"
  rows=$(grid "/api/workflows/$workflow/points?limit=500" | jq .data)
  jq -e '[.points[].name] | length == 192 and (unique | length == 192)' <<<"$rows" >/dev/null ||
    fail 'the list of points is incomplete'
  for name in $(jq -r '.points[] | select(.status == "converged") | .name' <<<"$rows"); do
    curl -fsS --max-time 120 -H @"$work/grid" -D "$work/headers" -o "$work/seed" "http://$address/api/seed/$name" ||
      fail "the seed of $name is lost"
    grep -qi "^etag:.*$(sha256sum <"$work/seed" | cut -c1-64)" "$work/headers" ||
      fail "the seed of $name differs from the reported one"
  done
  say "the workflow is complete: $(jq -r '"\(.converged) converged, \(.failed) failed, of \(.total)"' <<<"$counts"), every seed in place"
}

meta_is_over() { literature /api/sync/meta/status 2>/dev/null | jq -e '.active | not' >/dev/null; }
batch_is_over() { literature /api/sync/asset/status 2>/dev/null | jq -e '.active | not' >/dev/null; }

# The query finds 24 papers. Three of them cannot be downloaded and parsed: a table without text, a thesis that no
# source has, and a scan on a host that is not configured.
papers=24 readable=21
paper=2018A%26A..1619A.141G

read_papers() {
  literature /api/sync/meta/run --data "{\"q\": \"stars\", \"source\": \"all\", \"limit\": $papers}" >/dev/null
  await 'the synchronisation ends' meta_is_over
  [ "$(literature /api/library | jq length)" -eq $papers ] || fail 'some papers were not synchronised'
  literature /api/download --data '{"bibcode": "1808.90233"}' >/dev/null || fail 'cannot download a paper'
  literature /api/parse --data '{"bibcode": "1808.90233"}' >/dev/null || fail 'cannot parse a paper'
  read_paper >"$work/paper"
  [ "$(jq length "$work/paper")" -gt 2000 ] || fail 'the parsed paper is too short'
  say "$papers papers synchronised, one downloaded and parsed: $(jq length "$work/paper") characters"
}

read_paper() { literature "/api/paper?bibcode=$paper" | jq .english_content; }

begin_batch() { literature /api/sync/asset/run --data '{"action": "all", "scope": "unparsed"}' >/dev/null; }

# Downloads fail while the sources are killed. Another batch downloads the missing files.
show_library_whole() {
  await 'the batch ends' batch_is_over
  begin_batch
  await 'the second batch ends' batch_is_over
  literature /api/library >"$work/library"
  jq -e "length == $papers and ([.[] | select(.has_markdown)] | length == $readable)" "$work/library" >/dev/null ||
    fail "the library is incomplete: $(jq -c '[length, ([.[] | select(.has_markdown)] | length)]' "$work/library") of $papers, $readable"
  read_paper | cmp -s - "$work/paper" || fail 'a parsed paper has changed'
  say "the library is complete: $papers papers, $readable of them parsed, the first is unchanged"
}
