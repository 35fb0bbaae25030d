import { Refusal } from '@almagest/service-kit/refusal';
import { preprintBehind, readReference } from '../../domain/paper-reference.ts';
import type { Db } from '../../persistence/database.ts';
import { findPaper, type PaperRow } from '../../persistence/paper-repository.ts';

/** The paper that a caller names by its code, a former one, its DOI or its preprint identifier; refuses an unknown one. */
export async function requirePaper(db: Db, text: string): Promise<PaperRow> {
  const reference = readReference(text);
  const found = await findPaper(db, reference);
  if (found !== undefined) return found;
  // A code or a DOI may say which preprint it is, although the paper is not known under it.
  const preprint = preprintBehind(reference);
  const behind = preprint === undefined ? undefined : await findPaper(db, { kind: 'preprint_id', value: preprint });
  if (behind !== undefined) return behind;
  throw new Refusal('unknown', `no paper is known as ${text.trim()}; search for it or synchronise it first`);
}
