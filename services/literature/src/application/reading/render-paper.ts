import type { PaperPage } from '@almagest/contracts/literature';
import { isOwnCode } from '../../domain/papers/own-code.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { readTranslation } from '../translation/translate-paper.ts';
import type { RenderedPapers, RenderedText } from './rendered-papers.ts';

const NOTHING: RenderedText = { blocks: [], loose_translation_html: null, formulas: 0, untypeset: 0 };

export interface RenderDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly rendered: RenderedPapers;
  /** Web address of the preprint server. */
  readonly preprintWebUrl: string;
}

/**
 * Returns the paper's page in the reader as JSON (`PaperPage`). Inserts the rendered part into the JSON without parsing
 * it.
 */
export async function renderPaper(deps: RenderDeps, bibcode: string, signal: AbortSignal): Promise<string> {
  const { db, files, rendered, preprintWebUrl } = deps;
  const row = await requirePaper(db, bibcode);
  const paper = await standardPaper(files, row);
  const head: Pick<PaperPage, 'paper' | 'links'> = { paper, links: linksOf(row, preprintWebUrl) };
  const text = paper.has_markdown
    ? await rendered.of(row.id, await sourceOf(deps, row), signal)
    : JSON.stringify(NOTHING);
  return `${JSON.stringify(head).slice(0, -1)},${text.slice(1)}`;
}

async function sourceOf({ db, files }: RenderDeps, paper: PaperRow) {
  const blocks = await listBlocks(db, paper.id);
  return {
    blocks: blocks.map(({ kind, markdown }) => ({ kind, markdown })),
    translation: await readTranslation(files, paper),
  };
}

export function linksOf({ bibcode, doi, preprint_id }: PaperRow, preprintWebUrl: string): PaperPage['links'] {
  return [
    ...(doi === '' ? [] : [{ label: 'Publisher', url: `https://doi.org/${encodeURI(doi)}` }]),
    ...(preprint_id === '' ? [] : [{ label: 'Preprint', url: `${preprintWebUrl}/abs/${preprint_id}` }]),
    // The catalog does not know codes that this service has assigned.
    ...(isOwnCode(bibcode)
      ? []
      : [{ label: 'Catalog', url: `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(bibcode)}/abstract` }]),
  ];
}
