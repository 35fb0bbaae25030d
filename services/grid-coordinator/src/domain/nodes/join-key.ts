import { matchesPattern } from '../tasks/failure-rules.ts';

export interface JoinTerms {
  readonly name: string;
  readonly pattern: string;
  readonly max_nodes: number | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/**
 * Returns why a join key doesn't admit a node, or undefined if the key admits the node. `admitted`: the number of other
 * nodes that the key has admitted.
 */
export function refusesToAdmit(
  key: JoinTerms,
  { nodeId, admitted, now }: { readonly nodeId: string; readonly admitted: number; readonly now: Date },
): string | undefined {
  if (key.revoked_at !== null) return `the join key '${key.name}' was revoked`;
  if (key.expires_at !== null && key.expires_at <= now)
    return `the join key '${key.name}' expired at ${key.expires_at.toISOString()}`;
  if (!matchesPattern(key.pattern, nodeId)) return `the join key '${key.name}' admits only nodes named ${key.pattern}`;
  if (key.max_nodes !== null && admitted >= key.max_nodes)
    return `the join key '${key.name}' has admitted ${admitted} nodes, and admits no more`;
  return undefined;
}
