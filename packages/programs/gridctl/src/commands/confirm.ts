import type { Context } from '../context.ts';
import { EXIT, CommandError, UsageError } from '../errors.ts';
import { ask } from './ask.ts';

/**
 * Changes of up to this many items need no confirmation. Operators see the effect at a glance and can undo the change
 * by hand.
 */
const MAX_UNCONFIRMED = 10;

/** Asks for confirmation of a bulk change. Scripts must pass `--yes`. */
export async function confirmBulk(context: Context, affected: number, question: string): Promise<void> {
  if (affected > MAX_UNCONFIRMED) await confirm(context, question);
}

/** Asks for confirmation of a change that cannot be undone. Scripts must pass `--yes`. */
export async function confirm(context: Context, question: string): Promise<void> {
  if (context.yes) return;
  if (context.io.stdin.isTTY !== true) {
    throw new UsageError(`${question} Cannot ask without a terminal, so nothing was done: give --yes to continue`);
  }
  const answer = await ask(context, `${question} [y/N]`, { echo: true });
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new CommandError('not confirmed. Nothing was done', EXIT.refused);
}
