import { JudgementKind, type Judgement } from '@almagest/contracts/grid';
import { type Command, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { plural, time } from '../output/wording.ts';
import { examples } from './examples.ts';
import { parseInteger } from './point-filters.ts';
import { registerReproductions } from './reproductions.ts';

interface NoteOptions {
  readonly note: string;
  readonly version?: string;
}

interface ListOptions {
  readonly point?: string;
  readonly kind?: JudgementKind;
  readonly stands?: true;
  readonly limit?: number;
  readonly before?: number;
}

export function registerModels(program: Command, open: OpenContext): void {
  const models = program
    .command('models')
    .description('models: reject, accept, list judgements, reproduce and compare');
  for (const [verb, kind, description] of [
    [
      'reject',
      'rejected',
      'reject the model of a point: the model is kept but seeds no other point, and the point counts as failed',
    ],
    ['accept', 'accepted', 'accept a rejected model. The point is restored unless it was recomputed since'],
  ] as const) {
    judging(models.command(verb).description(description))
      .addOption(new Option('--version <sha256>', 'only this version: at least the first 8 digits of its SHA-256'))
      .addHelpText(
        'after',
        examples(`models ${verb} sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --note 'T rises outward'`),
      )
      .action(async (name: string, point: string, options: NoteOptions) => {
        await judge(await open(), { name, point }, kind, options);
      });
  }
  models
    .command('judgements')
    .description('list rejections, acceptances and checks, newest first')
    .argument('<name>', 'workflow')
    .option('--point <name>', 'only this point')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(JudgementKind.enum))
    .option('--stands', 'only judgements that were not undone')
    .option('--limit <number>', 'judgements on the page, 1 to 500 (default: 100)', parseInteger)
    .option('--before <id>', 'only entries older than this entry', parseInteger)
    .addHelpText('after', examples('models judgements sdb --stands --kind rejected'))
    .action(async (name: string, options: ListOptions) => listJudgements(await open(), name, options));
  registerReproductions(models, open);
}

export function registerCheck(points: Command, open: OpenContext): void {
  judging(points.command('check').description('mark a point as checked. The mark stays until the point is recomputed'))
    .option('--undo', 'remove the mark')
    .addHelpText(
      'after',
      examples("points check sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --note 'as in the literature'"),
    )
    .action(async (name: string, point: string, { note, undo }: NoteOptions & { undo?: true }) => {
      await judge(await open(), { name, point }, undo ? 'unchecked' : 'checked', { note });
    });
}

function judging(command: Command): Command {
  return command
    .argument('<name>', 'workflow')
    .argument('<point>', 'point')
    .requiredOption('--note <text>', 'reason, for the record');
}

async function judge(
  { client, terminal }: Context,
  params: { readonly name: string; readonly point: string },
  kind: JudgementKind,
  { note, version }: NoteOptions,
): Promise<void> {
  const body = { kind, note, ...(version === undefined ? {} : { version }) };
  const { data } = await client.call('judgePoint', { params, body });
  if (terminal.json) return terminal.document(data);
  await terminal.lines([`${params.point}: ${kind}. The point is ${data.status}`]);
  const { running_from_it: running, from_rejected: descendants = 0 } = data;
  if (running.length > 0)
    await terminal.lines([`${plural(running.length, 'point')} being computed from this model: ${running.join(', ')}`]);
  if (kind === 'rejected' && descendants > 0)
    await terminal.lines([
      `${plural(descendants, 'converged point')} with a model that descends from the rejected model: gridctl points rearm ${params.name} --from-rejected`,
    ]);
}

async function listJudgements({ client, terminal, signal }: Context, name: string, query: ListOptions): Promise<void> {
  const { data } = await client.call('listJudgements', { params: { name }, query }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(
    ['ID', 'TIME', 'POINT', 'KIND', 'STANDS', 'VERSION', 'BY', 'NOTE'].map((heading) => ({ heading })),
    data.judgements.map(judgementRow),
  );
}

function judgementRow(judgement: Judgement): string[] {
  const { id, judged_at: at, point_name: point, kind, stands, sha256, judged_by: by, note } = judgement;
  return [String(id), time(at), point, kind, stands ? 'yes' : 'no', sha256?.slice(0, 12) ?? '-', by, note];
}
