#!/bin/sh
# Approves the fleet's own nodes while this set-up starts, and nobody afterwards.
set -eu

gridctl() { node --enable-source-maps dist/main.js "$@"; }

waiting_nodes() {
  gridctl nodes list --output json 2>/dev/null | node --eval '
    const list = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const waits = ({ node_id, status }) => status === "pending_approval" && /^fleet-\d+$/.test(node_id);
    process.stdout.write(list.filter(waits).map(({ node_id }) => node_id).join("\n"));
  ' || true
}

end=$(($(date +%s) + ${FLEET_APPROVAL_SEC:-300}))
while [ "$(date +%s)" -lt "$end" ]; do
  for node in $(waiting_nodes); do
    gridctl nodes approve "$node" >/dev/null 2>&1 && echo "approved $node"
  done
  sleep 3
done
echo 'no more nodes are approved; docker compose restart fleet-approval opens the door again'
# Stays, so that `up --wait` finds a set-up that is whole.
exec sleep infinity
