import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Ledger } from './ledger.ts';

/**
 * Checks that every attempt with a diagnostic record has it on disk, at
 * `diagnostics/<id>-<workflow>/<point>/<attempt>.json`, and that every attempt that a node reported has a record.
 */
export async function auditRecordFiles(client: pg.Client, dataDir: string, ledger: Ledger): Promise<string[]> {
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
