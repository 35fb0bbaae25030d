import type { LogTail } from '@almagest/contracts/grid';
import { systemClock } from '@almagest/http-client';
import type { Context } from '../context.ts';
import { EXIT, CommandError } from '../errors.ts';
import { NewText } from '../output/new-text.ts';
import { printable } from '../output/text-width.ts';
import { patiently } from './patiently.ts';

export interface FollowOptions {
  readonly workflow: string;
  readonly interval: number;
  readonly matches: (line: string) => boolean;
}

/** Prints what the running attempt of a point writes, until the attempt ends. */
export async function followLog(context: Context, point: string, options: FollowOptions): Promise<void> {
  const { client, terminal, signal } = context;
  const { workflow: name, interval: intervalSeconds, matches } = options;
  const { data } = await client.call('readPoint', { params: { name, point } }, { signal });
  const attempt = data.attempts.find(({ completed_at: end }) => end === null);
  if (attempt === undefined)
    throw new CommandError(
      `no attempt of ${point} is running. Leave out --follow to read the last attempt`,
      EXIT.refused,
    );
  const params = { task_id: attempt.task_id };
  const read = async () => (await client.call('readTaskLog', { params }, { signal })).data;
  const streams = { stdout: new NewText(), stderr: new NewText() };
  let last = '';
  const print = async (name: keyof typeof streams, tail: LogTail | null) => {
    const lines = tail === null ? [] : streams[name].linesOf(tail).filter(matches);
    if (lines.length === 0) return;
    if (name !== last) await terminal.lines([`==> ${name} <==`]);
    last = name;
    await terminal.lines(lines.map(printable));
  };
  for (let isFollowing = false; ; isFollowing = true) {
    const log = await patiently(context, read, { isFollowing, intervalSeconds });
    if (!log.running) break;
    await print('stdout', log.stdout);
    await print('stderr', log.stderr);
    await systemClock.wait(intervalSeconds * 1_000, signal);
  }
  terminal.note(`the attempt has ended: gridctl logs ${point} --workflow ${name}`);
}
