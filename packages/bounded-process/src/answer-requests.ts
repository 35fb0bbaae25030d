import type { Message } from './messages.ts';

/**
 * Makes the current process a program of a `ProcessPool`: receives requests, and sends answers and progress. Doesn't
 * check requests, because only the pool sends them and the program declares their type.
 */
export function answerRequests(answerTo: (request: never, report: (progress: string) => void) => unknown): void {
  const send = (message: Message<unknown>) => process.send?.(message);
  // The channel closes when the caller dies.
  process.on('disconnect', () => process.exit(1));
  process.on('message', (request: unknown) => {
    void answer(request as never, answerTo, send);
  });
}

async function answer(
  request: never,
  answerTo: (request: never, report: (progress: string) => void) => unknown,
  send: (message: Message<unknown>) => void,
): Promise<void> {
  send({ begun: true });
  try {
    send({ answer: await answerTo(request, (progress) => send({ progress })) });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    send({ error: { message: error.message, stack: error.stack, code: 'code' in error ? error.code : undefined } });
  }
}
