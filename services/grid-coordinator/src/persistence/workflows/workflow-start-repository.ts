import type { Db } from '../database.ts';

export async function findLastStart(db: Db, workflowId: number): Promise<{ readonly config_yaml: string } | undefined> {
  return await db
    .selectFrom('workflow_start')
    .select('config_yaml')
    .where('workflow_id', '=', workflowId)
    .orderBy('expansion', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the configuration of a start as its author wrote it, or undefined if the start is not recorded. */
export async function findStartConfig(db: Db, id: number, expansion: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('workflow_start')
    .select('config_yaml')
    .where('workflow_id', '=', id)
    .where('expansion', '=', expansion)
    .executeTakeFirst();
  return row?.config_yaml;
}
