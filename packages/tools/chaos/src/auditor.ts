import pg from 'pg';
import { auditLedger } from './audit-ledger.ts';
import { pointNamesOf, type Axes } from './grids.ts';
import { INVARIANTS } from './invariants.ts';
import { type Ledger, sha256Of } from './ledger.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface AuditInput {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** All requests and replies. Omitted if nodes other than the simulated nodes reported results. */
  readonly ledger?: Ledger;
  /** The lattice of each fully expanded workflow, by name. */
  readonly lattices: Readonly<Record<string, Axes>>;
  /** Returns the expected status of each point of a completed workflow. Absent if the status cannot be predicted. */
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
    // Read everything in one snapshot, because nodes and sweeps may be active.
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

/**
 * Checks that every attempt that a node reported has a diagnostic record. Checks that every record is on disk, at
 * `diagnostics/<id>-<workflow>/<point>/<attempt>.json`.
 */
async function auditRecordFiles(client: pg.Client, dataDir: string, ledger: Ledger): Promise<string[]> {
  const { rows } = await client.query<{ folder: string; name: string; id: string; has_record: boolean }>(
    `select w.id || '-' || w.name as folder, t.point_name as name, t.id, t.has_record
     from task t join workflow w on w.id = t.workflow_id where t.status <> 'running' and not t.reclaimed`,
  );
  const faults: string[] = [];
  for (const { folder, name, id, has_record } of rows) {
    const path = join(dataDir, 'diagnostics', folder, name, `${id}.json`);
    const content = await readFile(path, 'utf8').catch(() => '');
    if (!has_record || taskOf(content) !== id || ledger.sent.get(id)?.pointName !== name)
      faults.push(
        `the record of ${name}, attempt ${id}, is ${content === '' ? 'missing' : `from another attempt: ${content}`}`,
      );
  }
  return faults;
}

function taskOf(record: string): string {
  try {
    return (JSON.parse(record) as { task: string }).task;
  } catch {
    return '';
  }
}

/** Returns `seeds/<temperature>_<gravity>/<name>.<first 16 digits of the content hash>.7`. */
function seedPath(dataDir: string, name: string, sha256: string): string {
  return join(dataDir, 'seeds', name.split('_', 2).join('_'), `${name}.${sha256.slice(0, 16)}.7`);
}

/** Checks that every version of a seed in the database is on disk with the recorded content. */
async function auditSeedFiles(client: pg.Client, dataDir: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string; size: number }>(
    'select name, sha256, size_bytes::int as size from model',
  );
  const faults: string[] = [];
  for (const { name, sha256, size } of rows) {
    const content = await readFile(seedPath(dataDir, name, sha256)).catch(() => undefined);
    if (content === undefined) faults.push(`the file of seed ${name} is missing`);
    else if (content.length !== size || sha256Of(content) !== sha256)
      faults.push(`the file of seed ${name} has other content`);
  }
  return faults;
}
