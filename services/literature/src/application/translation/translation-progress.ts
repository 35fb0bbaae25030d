import { listBlocks } from '../../persistence/reading/block-repository.ts';
import { findTranslated, isBeingTranslated } from '../../persistence/translation/translation-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { textsToTranslate, type TranslateDeps } from './translate-paper.ts';

export interface TranslationProgress {
  readonly active: boolean;
  readonly translated: number;
  readonly total: number;
}

/** Returns the progress of a running translation. Counts the answers that are already stored. */
export async function translationProgress(
  { db, models, translation }: TranslateDeps,
  { bibcode }: { readonly bibcode: string },
): Promise<TranslationProgress> {
  const { id } = await requirePaper(db, bibcode);
  if (!(await isBeingTranslated(db, id))) return { active: false, translated: 0, total: 0 };
  const texts = textsToTranslate(await listBlocks(db, id), models.chat().name, translation);
  const found = await findTranslated(
    db,
    texts.map(({ key }) => key),
  );
  return { active: true, translated: found.filter((one) => one !== undefined).length, total: texts.length };
}
