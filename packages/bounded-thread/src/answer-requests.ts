import { parentPort } from 'node:worker_threads';
import type { Message } from './bounded-thread.ts';

/** Makes a thread of the calling program: requests in, answers out, and signs of how far it has come. An error ends it. */
export function answerRequests<Request, Answer>(
  answerTo: (request: Request, tell: (progress: string) => void) => Answer | Promise<Answer>,
): void {
  const post = (message: Message<Answer>) => parentPort?.postMessage(message);
  parentPort?.on('message', async (request: Request) => {
    post({ answer: await answerTo(request, (progress) => post({ progress })) });
  });
}
