/** The place where the agent of a node runs, as the agent last announced it. */
export interface KnownInstance {
  readonly id: string;
  readonly host: string;
  /** Whether the node was heard from recently. */
  readonly isHeard: boolean;
}

/**
 * Returns whether an instance of a node may run: a restart of the known instance, or an instance that replaces a silent
 * instance. Other instances are refused, because a copy of the work folder would hand back the tasks that the original
 * computes.
 *
 * @param given the announced instance, or undefined for agents that do not report an instance. These agents may always
 * run
 */
export function mayRun(known: KnownInstance | undefined, given: { readonly id: string } | undefined): boolean {
  return known === undefined || given === undefined || known.id === given.id || !known.isHeard;
}
