import { parentPort } from 'node:worker_threads';
import type { Message } from './bounded-thread.ts';

/**
 * Turns the calling program into the program of a thread: it receives requests and posts answers and progress. An error
 * ends the thread. The requests are typed by the program and sent only by `BoundedThread`, so they are not checked
 * here.
 */
export function answerRequests(answerTo: (request: never, report: (progress: string) => void) => unknown): void {
  const post = (message: Message<unknown>) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: unknown) => {
    post({ answer: answerTo(request as never, (progress) => post({ progress })) });
  });
}
