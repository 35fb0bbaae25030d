import type { AuditEvent, AuditFilter } from '@almagest/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import type { Column } from '../output/table.ts';
import { orDash, time } from '../output/wording.ts';
import { examples } from './examples.ts';

interface AuditOptions extends AuditFilter {
  readonly limit: number;
}

export function registerAudit(program: Command, open: OpenContext): void {
  const audit = program.command('audit').description('the audit log: who changed what');
  const withFilters = (command: Command) =>
    command
      .option('--actor <name>', 'only changes by this person, node or account')
      .option('--operation <name>', 'only this operation, such as deleteWorkflow')
      .option('--object <text>', 'only objects whose name begins with this text, such as "workflow sdb"')
      .addOption(new Option('--outcome <outcome>', 'only this outcome').choices(['done', 'refused']))
      .option('--since <time>', 'not before this time, such as 2026-01-31T12:00:00Z')
      .option('--before <time>', 'before this time');
  withFilters(audit.command('list').description('list changes, newest first'))
    .option('--limit <number>', 'maximum number of changes', parseLimit, 50)
    .addHelpText('after', examples('audit list --actor ada', 'audit list --object "workflow sdb" --outcome done'))
    .action(async (options: AuditOptions) => list(await open(), options));
  withFilters(audit.command('export').description('write all changes as JSON lines, newest first'))
    .addHelpText('after', examples('audit export --since 2026-01-01T00:00:00Z > audit.jsonl'))
    .action(async (options: AuditFilter) => exportAll(await open(), options));
}

function parseLimit(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > 500)
    throw new InvalidArgumentError('It must be from 1 to 500.');
  return Number(value);
}

const COLUMNS: readonly Column[] = [
  { heading: 'TIME' },
  { heading: 'WHO' },
  { heading: 'ADDRESS' },
  { heading: 'OPERATION' },
  { heading: 'OBJECT' },
  { heading: 'DETAIL' },
];

async function list({ client, terminal, signal }: Context, query: AuditOptions): Promise<void> {
  const page = await client.call('listAudit', { query: { ...query } }, { signal });
  if (terminal.json) return terminal.document(page.events);
  await terminal.table(
    COLUMNS,
    page.events.map((event) => [
      time(event.at),
      actorText(event),
      orDash(event.address),
      event.outcome === 'refused' ? { text: `${event.operation} (refused)`, colour: 'red' } : event.operation,
      event.object,
      Object.keys(event.detail).length === 0 ? '-' : JSON.stringify(event.detail),
    ]),
  );
}

function actorText({ actor, api_key: key }: AuditEvent): string {
  return key === null ? actor : `${actor} (key ${key})`;
}

async function exportAll({ client, terminal, signal }: Context, query: AuditFilter): Promise<void> {
  const answer = await client.stream('exportAudit', { query: { ...query } }, { signal });
  for await (const chunk of client.chunks(answer)) await terminal.data(chunk);
}
