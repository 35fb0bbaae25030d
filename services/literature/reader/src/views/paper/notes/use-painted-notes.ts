import type { NoteRecord } from '@almagest/contracts/literature';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { rangeInLayer } from '../pdf/layer-range.ts';
import { onBlocksShown, shownBlocks, shownLayers } from '../shown-blocks.ts';
import { rangeOf } from './passages.ts';
import { COLORS, notesQuery } from './queries.ts';

const NO_NOTES: readonly NoteRecord[] = [];

/**
 * Highlights notes and the linked words without changing the text. In browsers without the CSS highlight API, notes
 * appear only in their panel.
 */
export function usePaintedNotes(): void {
  const { bibcode, lit, mode } = useOpenPaper();
  const { data: notes = NO_NOTES } = useQuery(notesQuery(bibcode));
  useEffect(() => {
    const { highlights } = CSS as { readonly highlights?: HighlightRegistry };
    if (highlights === undefined) return undefined;
    const paint = () => {
      for (const color of COLORS)
        highlights.set(
          `note-${color}`,
          new Highlight(...notes.filter((note) => note.highlight_color === color).flatMap(rangesOf)),
        );
      highlights.set('lit-words', new Highlight(...litRanges(lit)));
    };
    paint();
    return onBlocksShown(paint);
  }, [notes, lit, mode]);
}

/** Returns the ranges of a note on the page, if its block is rendered. */
function rangesOf(note: NoteRecord): Range[] {
  const { paragraph_index: index, selected_text: words, side } = note;
  const element = shownBlocks.get(index)?.querySelector(side === 'original' ? '.original' : '.translated');
  if (element !== null && element !== undefined) return [rangeOf(element, words)];
  return side === 'original' ? rangesInPdf(note) : [];
}

/**
 * Returns the ranges of a note in the rendered PDF pages. A note on a whole paragraph is found by the text of the
 * paragraph.
 */
function rangesInPdf({ selected_text: words, paragraph_text: paragraph }: NoteRecord): Range[] {
  return [...shownLayers].flatMap((layer) =>
    layer.isConnected ? (rangeInLayer(layer, words === '' ? paragraph : words) ?? []) : [],
  );
}

function litRanges(lit: { readonly block: number; readonly quote: string | undefined } | undefined): Range[] {
  const element = lit?.quote === undefined ? undefined : shownBlocks.get(lit.block)?.querySelector('.original');
  return element === null || element === undefined ? [] : [rangeOf(element, lit?.quote ?? '')];
}
