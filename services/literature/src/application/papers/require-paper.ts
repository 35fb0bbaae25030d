import { Refusal } from '@almagest/service-kit/refusal';
import { preprintBehind, readReference } from '../../domain/papers/paper-reference.ts';
import type { Db } from '../../persistence/database.ts';
import { findPaper, type PaperRow } from '../../persistence/papers/paper-repository.ts';

/** Finds a paper by its current or former bibcode, DOI or preprint identifier. Refuses an unknown paper. */
export async function requirePaper(db: Db, text: string): Promise<PaperRow> {
  const found = await findKnown(db, text);
  if (found !== undefined) return found;
  throw unknownPaper(readReference(text).value, 'search for it, download it or synchronise it first');
}

/** Like `requirePaper`, but returns undefined for an unknown paper. */
export async function findKnown(db: Db, text: string): Promise<PaperRow | undefined> {
  const reference = readReference(text);
  const found = await findPaper(db, reference);
  if (found !== undefined) return found;
  // A bibcode or DOI may contain the identifier of a preprint that is stored under another name.
  const preprint = preprintBehind(reference);
  return preprint === undefined ? undefined : await findPaper(db, { kind: 'preprint_id', value: preprint });
}

export function unknownPaper(name: string, why: string): Refusal {
  return new Refusal('unknown', `no paper is known as ${name}: ${why}`);
}
