import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageBlock, PaperPage } from '@almagest/contracts/literature';
import { renderBlock, type RenderedBlock } from '@almagest/paper-html';
import { splitLike } from '../../domain/side-by-side.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { listBlocks } from '../../persistence/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { readTranslation } from '../translation/translate-paper.ts';

type Rendered = Omit<PaperPage, 'paper' | 'links'>;

const FIGURES = '/api/paper/figures/';

const NOTHING: Rendered = { blocks: [], loose_translation_html: null, formulas: 0, untypeset: 0 };

/** Formulas come to twenty times their TeX: so much is kept of papers read last. Letters. */
const KEPT_LENGTH = 64 * 1024 * 1024;

export interface RenderDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly rendered: RenderedPapers;
  /** Of the preprint server, for people. */
  readonly preprintWebUrl: string;
}

/** A paper for the reader. */
export async function renderPaper(deps: RenderDeps, bibcode: string): Promise<PaperPage> {
  const { db, files, rendered, preprintWebUrl } = deps;
  const row = await requirePaper(db, bibcode);
  const paper = await standardPaper(files, row);
  return {
    paper,
    ...(paper.has_markdown ? await rendered.of(db, files, row) : NOTHING),
    links: linksOf(row, preprintWebUrl),
  };
}

/** Papers as HTML. Their files are named by their content, so what was made of them once holds for ever. */
export class RenderedPapers {
  readonly #kept = new Map<string, Rendered>();

  async of(db: Db, files: LibraryStore, paper: PaperRow): Promise<Rendered> {
    const key = `${paper.markdown_location} ${paper.translation_location ?? ''}`;
    const known = this.#kept.get(key);
    const rendered = known ?? (await render(db, files, paper));
    // The one that was asked for last goes last.
    this.#kept.delete(key);
    this.#kept.set(key, rendered);
    this.#forget();
    return rendered;
  }

  #forget(): void {
    let length = 0;
    for (const [key, rendered] of [...this.#kept].toReversed()) {
      length += lengthOf(rendered);
      if (length > KEPT_LENGTH) this.#kept.delete(key);
    }
  }
}

function lengthOf({ blocks, loose_translation_html }: Rendered): number {
  return blocks.reduce(
    (sum, { html, translation_html }) => sum + html.length + (translation_html?.length ?? 0),
    loose_translation_html?.length ?? 0,
  );
}

async function render(db: Db, files: LibraryStore, paper: PaperRow): Promise<Rendered> {
  const source = await listBlocks(db, paper.id);
  const translation = await readTranslation(files, paper);
  const texts = source.map(({ markdown }) => markdown);
  const beside = translation === undefined ? undefined : splitLike(texts, translation);
  const pace = new Pace();
  const blocks: PageBlock[] = [];
  const all: RenderedBlock[] = [];
  for (const [index, { kind, markdown }] of source.entries()) {
    const original = renderBlock({ kind, markdown }, { figures: FIGURES, anchors: true });
    const translated = beside?.[index];
    all.push(original);
    blocks.push({
      index,
      kind,
      html: original.html,
      translation_html: translated === undefined ? null : renderBeside(kind, translated),
    });
    await pace.keep();
  }
  return {
    blocks,
    loose_translation_html:
      translation === undefined || beside !== undefined ? null : await renderLoose(translation, pace),
    formulas: all.reduce((sum, { formulas }) => sum + formulas, 0),
    untypeset: all.reduce((sum, { untypeset }) => sum + untypeset, 0),
  };
}

function renderBeside(kind: string, markdown: string): string {
  return renderBlock({ kind, markdown }, { figures: FIGURES, anchors: false }).html;
}

async function renderLoose(translation: string, pace: Pace): Promise<string> {
  const html: string[] = [];
  for (const piece of translation.split('\n\n')) {
    html.push(renderBeside('paragraph', piece));
    await pace.keep();
  }
  return html.join('');
}

/** How long others wait while a paper is rendered. Milliseconds. */
const SLICE_MS = 20;

/** Lets others have their turn between two blocks: a paper full of formulas takes a second in all. */
class Pace {
  #since = performance.now();

  async keep(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}

/** The paper's own pages elsewhere. */
function linksOf({ bibcode, doi, preprint_id }: PaperRow, preprintWebUrl: string): PaperPage['links'] {
  return [
    ...(doi === '' ? [] : [{ label: 'Publisher', url: `https://doi.org/${encodeURI(doi)}` }]),
    ...(preprint_id === '' ? [] : [{ label: 'Preprint', url: `${preprintWebUrl}/abs/${preprint_id}` }]),
    { label: 'Catalog', url: `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(bibcode)}/abstract` },
  ];
}
