import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Context } from '../context.ts';
import { InterruptedError } from '../errors.ts';
import { printable } from '../output/text-width.ts';

/** Asks a question on stderr, so that stdout contains only data. With `echo: false` the typed text is not shown. */
export async function ask(
  { io, signal }: Pick<Context, 'io' | 'signal'>,
  question: string,
  options: { echo: boolean },
): Promise<string> {
  const prompt = `${printable(question)} `;
  const swallow = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({
    input: io.stdin,
    output: options.echo ? io.stderr : swallow,
    terminal: true,
  });
  // Print the prompt only after the terminal has stopped echoing, so that a password typed immediately is not shown.
  // With echo, the line editor prints the prompt itself, because it clears the line first.
  if (!options.echo) io.stderr.write(prompt);
  const given = new AbortController();
  // Handles Ctrl-C and Ctrl-D. The terminal is in raw mode, so no signal arrives and the promise would never settle.
  asking.on('SIGINT', () => given.abort());
  asking.on('close', () => given.abort());
  try {
    return await asking.question(options.echo ? prompt : '', {
      signal: AbortSignal.any([given.signal, signal]),
    });
  } catch {
    throw new InterruptedError('no answer, so nothing was done');
  } finally {
    asking.close();
    if (!options.echo) io.stderr.write('\n');
  }
}
