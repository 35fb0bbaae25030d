import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';

/** Aborted when the caller goes away before the answer: nobody is left to pay for what it costs. */
export function callerSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Refusal('unavailable', 'the caller has gone'));
  });
  return gone.signal;
}
