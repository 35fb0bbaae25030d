import { closeWaysOut } from './close-ways-out.ts';
import type { Message, Question } from './messages.ts';

/** Answers a request. The files are those that the caller named. */
export type Answer<Request> = (
  request: Request,
  report: (progress: string) => void,
  files: readonly Buffer[],
) => unknown;

/**
 * Makes the current process a program of a `ProcessPool`: receives requests, and sends answers and progress. Doesn't
 * check requests, because only the pool sends them and the program declares their type.
 */
export function answerRequests(answerTo: Answer<never>): void {
  closeWaysOut();
  const send = (message: Message<unknown>) => process.send?.(message);
  // The channel closes when the caller dies.
  process.on('disconnect', () => process.exit(1));
  process.on('message', (question: unknown) => {
    void answer(question as Question<never>, answerTo, send);
  });
}

async function answer(
  { request, files }: Question<never>,
  answerTo: Answer<never>,
  send: (message: Message<unknown>) => void,
): Promise<void> {
  send({ begun: true });
  try {
    send({ answer: await answerTo(request, (progress) => send({ progress }), files.map(asBuffer)) });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    send({ error: { message: error.message, stack: error.stack, code: 'code' in error ? error.code : undefined } });
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
