import type { PaperOutline } from '@almagest/contracts/literature';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api.ts';
import type { Place } from '../address.ts';
import { useOpenPaper } from '../open-paper.ts';
import type { ReadingPosition } from '../reading-position.ts';
import { blocksQuery } from '../queries.ts';
import { contentOf } from '../server-html.tsx';
import { DocumentLetters } from './page-letters.ts';
import type { OpenedViewer } from './open-viewer.ts';

/** Delay after scrolling before searching for the place. */
const REST_MS = 250;
/** The pdf.js destination type with coordinates. */
const XYZ = { name: 'XYZ' };
/** The number of letters, and the number of blocks, used to find a place. */
const SOUGHT_LETTERS = 400;
const SOUGHT_BLOCKS = 3;
/** User input that scrolls. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** The open paper and what is needed to match places in the PDF with the text. */
interface Paper {
  readonly bibcode: string;
  readonly outline: PaperOutline;
  readonly readingPosition: ReadingPosition;
  readonly client: QueryClient;
  readonly letters: DocumentLetters;
}

/** Keeps the PDF and the text at the same place. Scrolls the PDF to the text, and follows the user's scrolling. */
export function usePdfPlace(opened: OpenedViewer | undefined, onScrolled: () => void): void {
  const { bibcode, outline, readingPosition } = useOpenPaper();
  const client = useQueryClient();
  useEffect(() => {
    if (opened === undefined) return undefined;
    const paper = { bibcode, outline, readingPosition, client, letters: new DocumentLetters(opened.document) };
    const stops = [leadPdf(opened, paper), followPdf(opened, paper, onScrolled)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [opened, bibcode, outline, readingPosition, client, onScrolled]);
}

/** Scrolls the PDF to the place of the text, now and after each jump. */
function leadPdf({ viewer, document }: OpenedViewer, paper: Paper): () => void {
  const { outline, readingPosition, letters } = paper;
  let turn = 0;
  const lead = async (place: Place) => {
    turn += 1;
    const mine = turn;
    const part = place.block / Math.max(outline.blocks.length, 1);
    const expected = outline.blocks[place.block]?.place?.page ?? 1 + Math.floor(part * document.numPages);
    const words = await wordsFrom(paper, place);
    // Unreadable pages and closed documents have no place.
    const found = await letters.find(words, expected).catch(() => undefined);
    if (mine !== turn) return;
    const destArray = [null, XYZ, null, found?.height ?? null, null];
    viewer.scrollPageIntoView({ pageNumber: found?.page ?? expected, destArray });
  };
  const stop = readingPosition.onGo((place) => void lead(place));
  void lead(readingPosition.place);
  return () => {
    turn = -1;
    stop();
  };
}

/**
 * Returns the words of the text from a line on. Skips formulas, because their printed letters differ from their TeX.
 */
async function wordsFrom({ client, bibcode, outline }: Paper, { block, fraction }: Place): Promise<string> {
  const range = { from: block, count: SOUGHT_BLOCKS };
  const data = await client.ensureQueryData(blocksQuery(bibcode, outline.revision, range)).catch(() => undefined);
  const html = data?.blocks.map((one) => one.html).join(' ') ?? '';
  const own = data?.blocks[0]?.html.length ?? 0;
  const all = html.length;
  const content = contentOf(html);
  for (const formula of content.querySelectorAll('.katex')) formula.remove();
  const text = content.textContent ?? '';
  const from = all === 0 ? 0 : Math.floor(text.length * fraction * (own / all));
  return text.slice(from, from + SOUGHT_LETTERS);
}

/** Updates the place in the text when the user scrolls the PDF. */
function followPdf({ viewer, events, document }: OpenedViewer, paper: Paper, onScrolled: () => void): () => void {
  const { bibcode, outline, readingPosition, letters } = paper;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Ignore scrolling by the program and by zooming.
  let isTheirs = false;
  const noteInput = () => {
    isTheirs = true;
  };
  const locate = async (pageNumber: number, top: number) => {
    const text = isTheirs ? await letters.wordsBelow(pageNumber, top) : '';
    if (text === '') return;
    const near = Math.floor(((pageNumber - 1) / document.numPages) * outline.blocks.length);
    const { passages } = await api.post('/api/paper/locate', { body: { bibcode, text, near } });
    const [first] = passages;
    if (first === undefined) return;
    readingPosition.moved({ block: first.paragraph_index, fraction: 0 });
    onScrolled();
  };
  const follow = ({ location }: { readonly location: { readonly pageNumber: number; readonly top: number } }) => {
    clearTimeout(timer);
    timer = setTimeout(() => void locate(location.pageNumber, location.top).catch(() => undefined), REST_MS);
  };
  const stop = readingPosition.onGo(() => {
    isTheirs = false;
  });
  for (const kind of INPUTS) viewer.container.addEventListener(kind, noteInput, { passive: true });
  events.on('updateviewarea', follow);
  return () => {
    clearTimeout(timer);
    stop();
    events.off('updateviewarea', follow);
    for (const kind of INPUTS) viewer.container.removeEventListener(kind, noteInput);
  };
}
