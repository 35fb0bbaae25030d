import type { Db } from '../database.ts';

/** Returns the names of held points in order. With `name`, only that point. */
export async function listHeldPoints(
  db: Db,
  workflowId: number,
  { name, limit }: { readonly name: string | undefined; readonly limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('point')
    .select('name')
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .where('held', '=', true);
  if (name !== undefined) query = query.where('name', '=', name);
  return (await query.orderBy('name').limit(limit).execute()).map((row) => row.name);
}
