import pg from 'pg';
import { auditLedger } from './audit-ledger.ts';
import { pointNamesOf, type Axes } from './grids.ts';
import { INVARIANTS } from './invariants.ts';
import type { Ledger } from './ledger.ts';
import { auditRecordFiles } from './record-files.ts';
import { auditSeedFiles } from './seed-files.ts';

export interface AuditInput {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** All requests and replies. Omitted if nodes other than the simulated ones reported. */
  readonly ledger?: Ledger;
  /** The lattice of each fully expanded workflow, by name. */
  readonly lattices: Readonly<Record<string, Axes>>;
  /** Returns the expected status of each point of a completed workflow. Absent if it cannot be predicted. */
  readonly endOf?: (pointName: string) => 'converged' | 'failed';
}

/** The number of faults of one kind that are listed individually. */
const MAX_LISTED = 5;

/**
 * Reads the database and the disk directly and returns everything that is wrong, such as a result that was lost or
 * counted twice. Only for workflows with one run, no spectrum and no imports.
 */
export async function audit({ databaseUrl, dataDir, ledger, lattices, endOf }: AuditInput): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=grid' });
  await client.connect();
  try {
    // In one snapshot, because nodes and sweeps may be active.
    await client.query('begin isolation level repeatable read read only');
    const faults: string[] = [];
    for (const [what, query] of Object.entries(INVARIANTS)) {
      const { rows } = await client.query<{ fault: string }>(query);
      faults.push(...few(rows.map(({ fault }) => `${what}: ${fault}`)));
    }
    for (const [name, axes] of Object.entries(lattices)) faults.push(...few(await auditLattice(client, name, axes)));
    if (endOf !== undefined) faults.push(...few(await auditEnds(client, endOf)));
    faults.push(...few(await auditSeedFiles(client, dataDir)));
    if (ledger !== undefined) {
      faults.push(...few(await auditRecordFiles(client, dataDir, ledger)));
      faults.push(...(await auditLedger(client, ledger)).flatMap(few));
    }
    return faults;
  } finally {
    await client.end();
  }
}

function few(faults: readonly string[]): string[] {
  const more = faults.length - MAX_LISTED;
  return more > 0 ? [...faults.slice(0, MAX_LISTED), `... and ${more} more of this kind`] : [...faults];
}

async function auditLattice(client: pg.Client, workflow: string, axes: Axes): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select p.name from point p join workflow w on w.id = p.workflow_id where w.name = $1',
    [workflow],
  );
  const expected = new Set(pointNamesOf(axes));
  const found = new Set(rows.map(({ name }) => name));
  const missing = [...expected].filter((name) => !found.has(name));
  const foreign = [...found].filter((name) => !expected.has(name));
  return [
    ...missing.map((name) => `workflow ${workflow}: ${name} is missing`),
    ...(rows.length > found.size ? [`workflow ${workflow} has duplicate points`] : []),
    ...foreign.map((name) => `workflow ${workflow}: ${name} is not a lattice point`),
  ];
}

async function auditEnds(client: pg.Client, endOf: (pointName: string) => string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; status: string }>(
    `select p.name, p.status from point p join workflow w on w.id = p.workflow_id where w.status = 'completed'`,
  );
  return rows.flatMap(({ name, status }) =>
    status === endOf(name) ? [] : [`${name} ended as ${status}, expected ${endOf(name)}`],
  );
}
