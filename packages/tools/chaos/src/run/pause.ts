import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early, without an error, when the signal is or comes to be aborted. */
export async function pause(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  const [signal, ...more] = signals;
  if (signal === undefined) await sleep(ms);
  else
    await sleep(ms, undefined, { signal: more.length === 0 ? signal : AbortSignal.any([signal, ...more]) }).catch(
      () => undefined,
    );
}

/** A signal that many wait for at a time. */
export function withoutListenerLimit(controller: AbortController): AbortController {
  setMaxListeners(0, controller.signal);
  return controller;
}
