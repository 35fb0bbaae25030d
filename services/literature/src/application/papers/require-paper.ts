import { Refusal } from '@almagest/service-kit/refusal';
import { preprintBehind, readReference } from '../../domain/paper-reference.ts';
import type { Db } from '../../persistence/database.ts';
import { findPaper, type PaperRow } from '../../persistence/paper-repository.ts';

/** The paper that a caller names by its code, a former one, its DOI or its preprint identifier; refuses an unknown one. */
export async function requirePaper(db: Db, text: string): Promise<PaperRow> {
  const found = await findKnown(db, text);
  if (found !== undefined) return found;
  throw unknownPaper(readReference(text).value, 'search for it, download it or synchronise it first');
}

/** The same; undefined where none is known here. */
export async function findKnown(db: Db, text: string): Promise<PaperRow | undefined> {
  const reference = readReference(text);
  const found = await findPaper(db, reference);
  if (found !== undefined) return found;
  // A code or a DOI may say which preprint it is, although the paper is not known under it.
  const preprint = preprintBehind(reference);
  return preprint === undefined ? undefined : await findPaper(db, { kind: 'preprint_id', value: preprint });
}

export function unknownPaper(name: string, why: string): Refusal {
  return new Refusal('unknown', `no paper is known as ${name}: ${why}`);
}
