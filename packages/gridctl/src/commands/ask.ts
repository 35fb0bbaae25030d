import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Interrupted } from '../failures.ts';
import { printable } from '../output/text-width.ts';

/** Asks on the terminal, on stderr so that stdout stays clean. With `echo: false` nothing typed is shown. */
export async function ask(question: string, options: { echo: boolean; signal: AbortSignal }): Promise<string> {
  const prompt = `${printable(question)} `;
  const swallow = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({
    input: process.stdin,
    output: options.echo ? process.stderr : swallow,
    terminal: true,
  });
  // Only now: the terminal has stopped echoing, and a password typed at once does not show. The line editor, where it
  // may write at all, draws the question itself: it clears the line first.
  if (!options.echo) process.stderr.write(prompt);
  const given = new AbortController();
  // Ctrl-C and Ctrl-D: the terminal is in raw mode, so no signal arrives and the answer would never come.
  asking.on('SIGINT', () => given.abort());
  asking.on('close', () => given.abort());
  try {
    return await asking.question(options.echo ? prompt : '', {
      signal: AbortSignal.any([given.signal, options.signal]),
    });
  } catch {
    throw new Interrupted('nothing was answered; nothing was done');
  } finally {
    asking.close();
    if (!options.echo) process.stderr.write('\n');
  }
}
