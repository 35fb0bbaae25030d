/** @import { AdminNode } from '@almagest/contracts/grid' */

/** Nodes that need a decision first, then missing ones, then active ones. */
export const ORDER = /** @type {const} */ (['pending_approval', 'offline', 'online', 'disabled', 'rejected']);

/**
 * Orders the rows of nodes so that each keeps its place while the page is open: a second click at the same place must
 * not hit another node because the first one has changed a status. New nodes are added at the end.
 *
 * @param {Map<string, number>} places of the nodes that were shown before; the new ones are added
 * @param {readonly AdminNode[]} nodes
 */
export function inPlace(places, nodes) {
  const fresh = nodes
    .filter(({ node_id }) => !places.has(node_id))
    .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.node_id.localeCompare(b.node_id));
  for (const { node_id } of fresh) places.set(node_id, places.size);
  return nodes.toSorted((a, b) => (places.get(a.node_id) ?? 0) - (places.get(b.node_id) ?? 0));
}
