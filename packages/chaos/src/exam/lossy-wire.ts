import { callAt } from '../http-call.ts';
import type { Rng } from '../rng.ts';
import type { Wire } from '../simulated-node.ts';

export interface Dropped {
  claims: number;
  reports: number;
}

/** What the calls of nodes came to. */
export interface Answers {
  /** By status; 0: none came. */
  readonly byStatus: Map<number, number>;
  readonly dropped: Dropped;
  /** When the last report was acknowledged, and the longest time without one, in milliseconds. */
  longestSilenceMs: number;
  lastAcknowledgedAt: number;
}

/** A service that takes longer to answer is given up, as every node's client would. */
const MAX_WAIT_MS = 20_000;

/** Calls reach any of the API processes, dead ones included; now and then an answer is thrown away. */
export function lossyWire(
  urls: readonly string[],
  { drop, rng, answers }: { drop: number; rng: Rng; answers: Answers },
): Wire {
  return {
    send: async (token, path, payload) => {
      const url = urls[Math.floor(rng() * urls.length)] ?? '';
      const answered = await callAt(url, { token, path, payload, signal: AbortSignal.timeout(MAX_WAIT_MS) });
      answers.byStatus.set(answered.status, (answers.byStatus.get(answered.status) ?? 0) + 1);
      if (path === '/api/task/report' && answered.status === 200) noteAcknowledged(answers);
      return answered;
    },
    losesAnswer: (what) => {
      if (rng() >= drop) return false;
      answers.dropped[what === 'claim' ? 'claims' : 'reports'] += 1;
      return true;
    },
  };
}

function noteAcknowledged(answers: Answers): void {
  const now = performance.now();
  answers.longestSilenceMs = Math.max(answers.longestSilenceMs, now - answers.lastAcknowledgedAt);
  answers.lastAcknowledgedAt = now;
}
