#!/bin/sh
# Approves only the fleet's own nodes, whose applications were made from the fleet's volume. The volume has the secret
# of each application, and the coordinator confirms that it belongs to the pending one.
set -eu

gridctl() { node --enable-source-maps dist/main.js "$@"; }

# Prints the names that wait for approval, one per line. Prints nothing while the coordinator does not answer.
waiting_nodes() {
  gridctl nodes list --output json 2>/dev/null | node --eval '
    const list = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const waits = ({ node_id, status }) => status === "pending_approval" && /^fleet-\d+$/.test(node_id);
    process.stdout.write(list.filter(waits).map(({ node_id }) => node_id).join("\n"));
  ' 2>/dev/null || true
}

# applied_from_here NODE: exits with 0 if the application was made from this volume. Exits with 4 if the check collected
# the token of a node that was approved at that moment, because a token is handed out only once.
applied_from_here() {
  node --eval '
    const { readFileSync } = require("node:fs");
    const [node_id] = process.argv.slice(1);
    const folder = `/data/${node_id.slice("fleet-".length)}/work`;
    const { registration_secret } = JSON.parse(readFileSync(`${folder}/credentials.json`, "utf8"));
    fetch(`${process.env.GRIDCTL_URL}/api/node/check_status`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ node_id, registration_secret }),
    })
      .then((answer) => answer.json())
      .then(({ status, node_token }) => process.exit(node_token ? 4 : status === "pending_approval" ? 0 : 1));
  ' "$1" 2>/dev/null
}

while :; do
  for node in $(waiting_nodes); do
    answer=0
    applied_from_here "$node" || answer=$?
    case $answer in
      0) gridctl nodes approve "$node" >/dev/null 2>&1 && echo "approved $node" ;;
      4) gridctl nodes reissue "$node" >/dev/null 2>&1 && echo "reissued the token of $node" ;;
      *) ;;
    esac || echo "cannot approve $node, retrying"
  done
  sleep 3
done
