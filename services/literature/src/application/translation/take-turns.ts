import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/paper-repository.ts';
import { endTurn, signTurn, takeTurn } from '../../persistence/translation-repository.ts';

/** Well below the time after which a silent holder is replaced. */
const SIGN_EVERY_MS = 3_000;
const LOOK_EVERY_MS = 500;

/**
 * Does `work` on a paper alone, over all replicas: who comes second waits, and finds what the first has done. The work
 * is cut off when `signal` says so or, after a long silence of this process, another one has taken over.
 */
export async function inTurn<T>(
  db: Db,
  { id, bibcode }: PaperRow,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  const lost = new AbortController();
  const ended = signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]);
  for (;;) {
    ended.throwIfAborted();
    const turn = await takeTurn(db, id, holder);
    if (turn === 'taken') break;
    if (turn === 'gone') throw becameAnother(bibcode);
    await sleep(LOOK_EVERY_MS, undefined, { signal: ended });
  }
  const sign = async () => {
    if (!(await signTurn(db, id, holder)))
      lost.abort(new Refusal('conflict', `another process took over the translation of ${bibcode}; ask again`));
  };
  // A failure to sign is the database's; the work itself meets it as well.
  const signs = setInterval(() => void sign().catch(() => undefined), SIGN_EVERY_MS);
  try {
    return await work(ended);
  } finally {
    clearInterval(signs);
    await endTurn(db, id, holder);
  }
}

export function becameAnother(bibcode: string): Refusal {
  return new Refusal('conflict', `${bibcode} became one with another paper meanwhile; translate it again`);
}
