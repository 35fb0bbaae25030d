import { sendRequest } from '@almagest/test-kit/http-call';
import type { Rng } from '../rng.ts';
import type { Transport } from '../simulated-node.ts';

export interface DroppedReplies {
  claims: number;
  reports: number;
}

export interface ReplyCounts {
  /** The number of replies by status. 0 means no reply. */
  readonly byStatus: Map<number, number>;
  readonly dropped: DroppedReplies;
  /** When the last report was acknowledged, and the longest time without an acknowledgement, in milliseconds. */
  longestSilenceMs: number;
  lastAcknowledgedAt: number;
}

/** The timeout of a request, as in every node's client. */
const MAX_WAIT_MS = 20_000;

/** Sends each request to a random API process, which may be down, and drops some of the replies. */
export function lossyTransport(
  urls: readonly string[],
  { drop, rng, answers }: { drop: number; rng: Rng; answers: ReplyCounts },
): Transport {
  return {
    send: async (token, path, payload) => {
      const url = urls[Math.floor(rng() * urls.length)] ?? '';
      const answered = await sendRequest(url, { token, path, payload, signal: AbortSignal.timeout(MAX_WAIT_MS) });
      answers.byStatus.set(answered.status, (answers.byStatus.get(answered.status) ?? 0) + 1);
      if (path === '/api/task/report' && answered.status === 200) noteAcknowledged(answers);
      return answered;
    },
    dropsReply: (what) => {
      if (rng() >= drop) return false;
      answers.dropped[what === 'claim' ? 'claims' : 'reports'] += 1;
      return true;
    },
  };
}

function noteAcknowledged(answers: ReplyCounts): void {
  const now = performance.now();
  answers.longestSilenceMs = Math.max(answers.longestSilenceMs, now - answers.lastAcknowledgedAt);
  answers.lastAcknowledgedAt = now;
}
