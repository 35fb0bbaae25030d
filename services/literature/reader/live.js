import { send } from './api.js';
import { NoToken } from './token.js';

const RETRY_MS = 2_000;

/**
 * Follows the progress of batches while the page is visible. It reads the stream itself, because the browser's
 * EventSource cannot send a token.
 *
 * @param {(kind: string, status: any) => void} onStatus
 * @param {(isLive: boolean) => void} onState
 */
export function followBatches(onStatus, onState) {
  /** @type {AbortController | undefined} */
  let open;
  const follow = () => {
    if (document.hidden) {
      open?.abort();
      open = undefined;
    } else if (open === undefined) {
      open = new AbortController();
      void keep(open.signal, onStatus, onState);
    }
  };
  // A browser opens at most six connections to a server, so hidden tabs must not keep one.
  document.addEventListener('visibilitychange', follow);
  follow();
}

/**
 * @param {AbortSignal} signal
 * @param {(kind: string, status: any) => void} onStatus
 * @param {(isLive: boolean) => void} onState
 */
async function keep(signal, onStatus, onState) {
  while (!signal.aborted) {
    try {
      const { body } = await send('GET', '/api/sync/events', { signal });
      onState(true);
      if (body !== null) await readEvents(body, onStatus);
    } catch (error) {
      // The connection was cut or refused: the state shows it, and the stream is opened again.
      if (error instanceof NoToken) return onState(false);
    }
    if (signal.aborted) return;
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {(kind: string, status: any) => void} onStatus
 */
async function readEvents(body, onStatus) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const kind = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (kind !== undefined && data !== undefined) onStatus(kind, JSON.parse(data));
    }
  }
}
