import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Ledger } from './ledger.ts';

/**
 * Every point of which a node reported has the diagnostic record of one of these reports on the disk, at
 * `diagnostics/<id>-<workflow>/<point>/conv.json`. Which one is not told: it is in place before the report is recorded.
 */
export async function auditRecordFiles(client: pg.Client, dataDir: string, ledger: Ledger): Promise<string[]> {
  const { rows } = await client.query<{ folder: string; name: string }>(
    `select distinct w.id || '-' || w.name as folder, t.point_name as name from task t join workflow w on w.id = t.workflow_id
     where t.status <> 'running' and not t.taken_back`,
  );
  const faults: string[] = [];
  for (const { folder, name } of rows) {
    const content = await readFile(join(dataDir, 'diagnostics', folder, name, 'conv.json'), 'utf8').catch(() => '');
    const pointName = ledger.sent.get(taskOf(content))?.pointName;
    if (pointName !== name)
      faults.push(`the record of ${name} is ${content === '' ? 'missing' : `not one of its own: ${content}`}`);
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
