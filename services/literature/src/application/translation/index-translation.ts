import { readableText } from '../../domain/library/readable-text.ts';
import { splitLike } from '../../domain/reading/side-by-side.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { replaceTranslatedBlocks } from '../../persistence/translation/translated-block-repository.ts';
import { translationOf } from '../papers/standard-paper.ts';

/** Adds the blocks of a translation to the search index, except blocks that were not translated. */
export async function indexTranslation(
  trx: Tx,
  paperId: number,
  blocks: readonly { readonly markdown: string }[],
  translated: readonly string[],
): Promise<void> {
  const texts = translated.flatMap((markdown, position) =>
    markdown === blocks[position]?.markdown ? [] : [{ position, text: readableText(markdown) }],
  );
  await replaceTranslatedBlocks(trx, paperId, texts);
}

/** Adds the stored translation of a paper to the search index, if it matches the paper's current text. */
export async function indexStoredTranslation(files: LibraryStore, trx: Tx, paperId: number): Promise<void> {
  const paper = (await findPapers(trx, [paperId])).get(paperId);
  const location = paper === undefined ? null : translationOf(paper);
  const translation = location === null ? undefined : await files.readText(location);
  if (translation === undefined) return;
  const blocks = await listBlocks(trx, paperId);
  const translated = splitLike(
    blocks.map(({ markdown }) => markdown),
    translation,
  );
  if (translated !== undefined) await indexTranslation(trx, paperId, blocks, translated);
}
