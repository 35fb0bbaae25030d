import { parentPort } from 'node:worker_threads';
import type { Message } from './bounded-thread.ts';

/**
 * Makes a thread of the calling program: requests in, answers out, and signs of how far it has come. An error ends it.
 *
 * A request is what the program declares; only who starts it with `BoundedThread` sends any, so nothing checks them here.
 */
export function answerRequests(answerTo: (request: never, report: (progress: string) => void) => unknown): void {
  const post = (message: Message<unknown>) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: unknown) => {
    post({ answer: answerTo(request as never, (progress) => post({ progress })) });
  });
}
