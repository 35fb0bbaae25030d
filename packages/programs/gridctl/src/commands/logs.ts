import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { LOG_KIND, type Artifact, type Attempt } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError } from 'commander';
import { RE2JS } from 're2js';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError, UsageError } from '../errors.ts';
import { printable } from '../output/text-width.ts';
import { artifactPages } from './artifact-pages.ts';
import { examples } from './examples.ts';
import { followLog } from './follow-log.ts';
import { parseInterval } from './patiently.ts';

interface LogOptions {
  readonly workflow: string;
  readonly attempt?: number;
  readonly grep?: string;
  readonly follow?: true;
  readonly interval: number;
}

export function registerLogs(program: Command, open: OpenContext): void {
  program
    .command('logs')
    .description("what the engine printed: the end of each attempt's output")
    .argument('<point>', 'point')
    .requiredOption('--workflow <name>', 'workflow of the point')
    .option(
      '--attempt <number>',
      'only this attempt, starting at 1 (default: the last attempt that computed a model and has output, otherwise the last attempt)',
      attemptNumber,
    )
    .option('--follow', 'print what the running attempt writes, until it ends')
    .option('--interval <seconds>', 'with --follow, time between two requests', parseInterval, 2)
    .option('--grep <pattern>', 'only lines that match this regular expression (RE2 syntax)')
    .addHelpText(
      'after',
      examples(
        'logs t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --workflow sdb',
        'logs POINT --workflow sdb --follow',
        'logs POINT --workflow sdb --attempt 1 --grep "(?i)not converged|nan"',
      ),
    )
    .action(async (point: string, options: LogOptions) => {
      // Report an invalid pattern before sending any request.
      const matches = matcherOf(options.grep);
      const context = await open();
      if (options.follow === undefined) return await showLogs(context, point, options, matches);
      if (context.terminal.json) throw new UsageError('--follow prints lines. Leave out --output json');
      if (options.attempt !== undefined) throw new UsageError('give either --follow or --attempt');
      await followLog(context, point, { ...options, matches });
    });
}

function attemptNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

type Matcher = (line: string) => boolean;

/** Compiles the pattern. RE2 takes linear time for every pattern. */
function matcherOf(pattern: string | undefined): Matcher {
  if (pattern === undefined) return () => true;
  try {
    const compiled = RE2JS.compile(pattern);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    throw new UsageError(`--grep: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function showLogs(
  context: Context,
  point: string,
  { workflow: name, attempt }: LogOptions,
  matches: Matcher,
): Promise<void> {
  const { client, terminal, signal } = context;
  const { data } = await client.call('readPoint', { params: { name, point } }, { signal });
  const logs: Artifact[] = [];
  for await (const page of artifactPages(context, name, { point, kind: LOG_KIND }))
    for (const artifact of page) logs.push(artifact);
  const chosen = chooseAttempt(data.attempts, logs, attempt);
  const outputs: { path: string; lines: string[] }[] = [];
  for (const { path, sha256 } of logs.filter(({ task_id }) => task_id === chosen.task.task_id)) {
    if (!terminal.json)
      await terminal.lines([
        `==> attempt ${chosen.number}${chosen.task.stage === undefined ? '' : ' (only the spectrum)'}, ${path} <==`,
      ]);
    const lines: string[] = [];
    for await (const line of linesOf(context, sha256)) {
      if (!matches(line)) continue;
      if (terminal.json) lines.push(line);
      else await terminal.lines([printable(line)]);
    }
    outputs.push({ path, lines });
  }
  if (terminal.json) await terminal.document({ attempt: chosen.number, task_id: chosen.task.task_id, outputs });
}

/** Attempts are listed oldest first. */
function chooseAttempt(
  attempts: readonly Attempt[],
  logs: readonly Artifact[],
  number: number | undefined,
): { readonly number: number; readonly task: Attempt } {
  const hasLog = new Set(logs.map(({ task_id }) => task_id));
  const lastOf = (isWanted: (attempt: Attempt) => boolean) =>
    attempts.findLastIndex((attempt) => hasLog.has(attempt.task_id) && isWanted(attempt));
  const ofModel = lastOf(({ stage }) => stage !== 'spectrum');
  const index = number === undefined ? (ofModel >= 0 ? ofModel : lastOf(() => true)) : number - 1;
  const task = attempts[index];
  if (task !== undefined && hasLog.has(task.task_id)) return { number: index + 1, task };
  if (number !== undefined && task === undefined)
    throw new CommandError(`the point has ${attempts.length} attempts, but no attempt ${number}`, EXIT.refused);
  throw new CommandError(
    'no output is stored: the attempt printed nothing, has not ended, or is older than LOG_RETENTION_DAYS',
    EXIT.refused,
  );
}

async function* linesOf({ client, signal }: Context, sha256: string): AsyncGenerator<string> {
  const answer = await client.stream('downloadArtifact', { params: { sha256 } }, { signal });
  const input = Readable.from(client.chunks(answer), { objectMode: false });
  // Without this listener the error of a broken connection would end the process.
  let failure: unknown;
  input.on('error', (error) => (failure = error));
  yield* createInterface({ input, crlfDelay: Infinity });
  if (failure !== undefined) throw failure;
}
