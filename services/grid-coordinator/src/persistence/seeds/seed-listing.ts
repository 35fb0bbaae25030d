import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface SeedVersionRow {
  readonly sha256: string;
  readonly size_bytes: number;
  readonly max_relc: number | null;
  readonly lineage: number;
  readonly fit: boolean;
  readonly stored_at: Date;
  readonly workflow_name: string | null;
  readonly node_id: string | null;
}

const VERSION = sql`
  model.sha256, model.size_bytes, model.max_relc, model.lineage, model.fit, model.stored_at,
  workflow.name as workflow_name, model.node_id`;

/**
 * This character sorts after every character of a name, so it marks the end of a range of names with a common prefix.
 */
const LAST = '\uffff';

/** Returns the seeds whose names begin with `prefix`, in name order, each with its newest version. */
export async function listSeeds(
  db: Db,
  { prefix, after }: { readonly prefix: string; readonly after: string | undefined },
  limit: number,
): Promise<(SeedVersionRow & { readonly name: string; readonly versions: number })[]> {
  const { rows } = await sql<SeedVersionRow & { name: string; versions: number }>`
    with named as materialized (
      select distinct name from current_model
      where name >= ${prefix} and name < ${prefix + LAST} and (${after ?? null}::text is null or name > ${after ?? null})
      order by name limit ${limit})
    select named.name, counted.versions, newest.*
    from named
    cross join lateral (
      select count(*)::int as versions from model where model.name = named.name and model.converged) as counted
    cross join lateral (
      select ${VERSION} from model left join workflow on workflow.id = model.workflow_id
      where model.name = named.name and model.converged order by model.stored_at desc, model.id desc limit 1) as newest
    order by named.name`.execute(db);
  return rows;
}

/** Returns the versions of a seed, newest first. */
export async function listSeedVersions(db: Db, name: string, limit: number): Promise<SeedVersionRow[]> {
  const { rows } = await sql<SeedVersionRow>`
    select ${VERSION} from model left join workflow on workflow.id = model.workflow_id
    where model.name = ${name} and model.converged
    order by model.stored_at desc, model.id desc limit ${limit}`.execute(db);
  return rows;
}
