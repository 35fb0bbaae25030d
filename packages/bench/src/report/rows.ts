export const SYSTEMS = ['almagest', 'bullmq', 'pgboss'] as const;
export type System = (typeof SYSTEMS)[number];

interface Row {
  readonly label: string;
  readonly unit: '/s' | 's' | 'ms';
  /** What we want of ours: at least so much of a rate, at most so much of a time or of a cost. */
  readonly goal?: number;
  readonly cost?: true;
}

/** The rows of the table, in order. */
export const ROWS = {
  expansion: { label: 'grid points expanded until running; jobs added in bulk', unit: '/s', goal: 100_000 },
  firstClaim: { label: 'first point claimed after the start', unit: 's', goal: 2 },
  claims: { label: 'claims, 100 callers', unit: '/s' },
  claimsRelaxed: { label: 'claims, 100 callers, BullMQ with synchronous_commit=off', unit: '/s' },
  cycles: { label: 'claim and report, no file', unit: '/s' },
  cyclesWithSeeds: { label: 'claim and report, every second with a 45 kB seed file', unit: '/s' },
  cyclesWithSummaries: { label: 'the same, each with its summary kept as a file', unit: '/s' },
  seedClaims: { label: 'claims that choose a seed, 100 callers', unit: '/s' },
  heartbeats: { label: 'heartbeats of 2,000 nodes, 100 connections', unit: '/s', goal: 2_000 },
  heartbeatWrites: { label: 'statements that write, meanwhile', unit: '/s', goal: 20, cost: true },
  statistics: { label: 'statistics of the workflow, p95', unit: 'ms', goal: 20 },
  pages: { label: 'page of points: any filter, sort, order, offset, p95', unit: 'ms', goal: 50 },
  pagesByName: { label: 'page of points: part of the name, p95', unit: 'ms' },
  seedsInOrder: { label: 'seeds of a point, explained; first 60 % have one, p95', unit: 'ms', goal: 5 },
  seedsAnywhere: { label: 'seeds of a point, explained; any 60 % have one, p95', unit: 'ms', goal: 5 },
  seedsRare: { label: 'seeds of a point, explained; 1,000 in all, p95', unit: 'ms', goal: 5 },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

export function rowOf(name: RowName): Row {
  return ROWS[name];
}

export function isMet({ unit, goal, cost }: Row, value: number): boolean | undefined {
  if (goal === undefined) return undefined;
  return unit === '/s' && cost !== true ? value >= goal : value <= goal;
}
