import { createHash } from 'node:crypto';
import type { BlockRange, PaperBlocks, PaperOutline } from '@almagest/contracts/literature';
import { outlineOf } from '../../domain/reading/outline.ts';
import { splitLike } from '../../domain/reading/side-by-side.ts';
import { listBlocks, listBlocksBetween } from '../../persistence/reading/block-repository.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { markdownOf, standardPaper, translationOf } from '../papers/standard-paper.ts';
import { readTranslation } from '../translation/translate-paper.ts';
import { linksOf, type RenderDeps } from './render-paper.ts';
import type { RenderedText, TextSource } from './rendered-papers.ts';

/**
 * Returns a paper's blocks without their texts. The reader loads texts with `readBlocks` before their blocks become
 * visible.
 */
export async function readOutline(deps: RenderDeps, bibcode: string): Promise<PaperOutline> {
  const { db, files, preprintWebUrl } = deps;
  const row = await requirePaper(db, bibcode);
  const paper = await standardPaper(files, row);
  const blocks = paper.has_markdown ? await listBlocks(db, row.id) : [];
  const translation = paper.has_markdown ? await readTranslation(files, row) : undefined;
  return {
    paper,
    links: linksOf(row, preprintWebUrl),
    revision: revisionOf(row),
    pdf_revision: digestOf(row.pdf_location ?? ''),
    translation:
      translation === undefined
        ? 'none'
        : splitLike(markdownsOf(blocks), translation) === undefined
          ? 'loose'
          : 'aligned',
    blocks: blocks.map(outlineOf),
  };
}

/** Returns a range of a paper's blocks as HTML. Renders only this range, so that long papers also appear quickly. */
export async function readBlocks(deps: RenderDeps, range: BlockRange, signal: AbortSignal): Promise<PaperBlocks> {
  const { db, files, rendered } = deps;
  const row = await requirePaper(db, range.bibcode);
  const revision = revisionOf(row);
  const { has_markdown: isParsed } = await standardPaper(files, row);
  const source = isParsed ? await sourceOf(deps, row, range) : undefined;
  if (source === undefined || source.blocks.length === 0) return { revision, blocks: [], formulas: 0, untypeset: 0 };
  const text = JSON.parse(await rendered.of(row.id, source, signal)) as RenderedText;
  const { blocks, formulas, untypeset } = text;
  return { revision, blocks, formulas, untypeset };
}

async function sourceOf({ db, files }: RenderDeps, row: PaperRow, { from, count }: BlockRange): Promise<TextSource> {
  const translation = await readTranslation(files, row);
  if (translation === undefined) {
    const blocks = await listBlocksBetween(db, row.id, from, from + count - 1);
    return { first: from, blocks: blocks.map(({ kind, markdown }) => ({ kind, markdown })), translation };
  }
  // The place where a block's translation begins depends on all earlier blocks.
  const all = await listBlocks(db, row.id);
  const beside = splitLike(markdownsOf(all), translation);
  return {
    first: from,
    blocks: all.slice(from, from + count).map(({ kind, markdown }) => ({ kind, markdown })),
    translation: beside?.slice(from, from + count).join('\n\n'),
  };
}

function markdownsOf(blocks: readonly { readonly markdown: string }[]): string[] {
  return blocks.map(({ markdown }) => markdown);
}

/**
 * Returns a revision that changes with the texts, because the names of the Markdown and translation files contain
 * content hashes.
 */
function revisionOf(row: PaperRow): string {
  return digestOf(JSON.stringify([markdownOf(row), translationOf(row)]));
}

function digestOf(text: string): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('hex').slice(0, 16);
}
