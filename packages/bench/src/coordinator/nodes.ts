import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { LoadNode } from '../load/plan.ts';
import { SCHEMA } from './coordinator.ts';

/**
 * Lets nodes be approved, by their rows: two thousand applications over HTTP would only take time and are no part of
 * what is measured.
 */
export async function approveNodes(sql: pg.Client, prefix: string, count: number): Promise<LoadNode[]> {
  const nodes = Array.from({ length: count }, (_, place) => ({
    id: `${prefix}-${String(place + 1).padStart(4, '0')}`,
    token: `gn_${randomBytes(32).toString('base64url')}`,
  }));
  const digest = (text: string) => createHash('sha256').update(text).digest();
  await sql.query(
    `insert into ${SCHEMA}.node (node_id, status, max_slots, token_hash, token_issued_at, secret_hash)
     select id, 'online', 64, hash, now(), hash from unnest($1::text[], $2::bytea[]) as n(id, hash)`,
    [nodes.map(({ id }) => id), nodes.map(({ token }) => digest(token))],
  );
  return nodes;
}
