import { preprintBehind, readReference } from '../../domain/papers/paper-reference.ts';
import type { Tx } from '../../persistence/database.ts';
import { lockNamed } from '../../persistence/papers/named-papers.ts';
import { nameOf } from '../../persistence/papers/paper-repository.ts';
import { unknownPaper } from './require-paper.ts';

/**
 * Locks the papers that a request names until the transaction ends. Returns the id of each paper once. Refuses the
 * request if one of the papers is unknown.
 */
export async function requirePapers(trx: Tx, texts: readonly string[]): Promise<number[]> {
  const wanted = texts.map((text) => {
    const reference = readReference(text);
    const preprint = preprintBehind(reference);
    const names = [
      nameOf(reference),
      ...(preprint === undefined ? [] : [nameOf({ kind: 'preprint_id', value: preprint })]),
    ];
    return { value: reference.value, names };
  });
  const ids = await lockNamed(
    trx,
    wanted.flatMap(({ names }) => names),
  );
  const found = wanted.map(({ value, names }) => {
    const name = names.find((name) => ids.has(name));
    if (name === undefined) throw unknownPaper(value, 'nothing was changed. Search for it or add it first');
    return ids.get(name) ?? 0;
  });
  return [...new Set(found)];
}
