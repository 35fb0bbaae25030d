import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { shownBlocks } from '../shown-blocks.ts';
import { noteMessages } from './messages.ts';
import { selectedInText, type Selected } from './passages.ts';

const MOST_LETTERS = 20_000;

/** Tracks the selection: its box in the window, and its words on request. */
export function useSelected() {
  const { bibcode, outline, readingPosition } = useOpenPaper();
  const [box, setBox] = useState<DOMRect>();
  useEffect(() => {
    const follow = () => {
      const range = selectedRange();
      setBox(range?.getBoundingClientRect());
    };
    document.addEventListener('selectionchange', follow);
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', follow);
      document.removeEventListener('scroll', follow, { capture: true });
    };
  }, []);
  useBlockKeys();
  const read = useCallback(async (): Promise<Selected | undefined> => {
    const range = selectedRange();
    const root = document.querySelector('.paper-text');
    if (range !== undefined)
      return root === null
        ? await selectedInPdf(bibcode, range, readingPosition.place.block)
        : selectedInText(root, range);
    // Without a selection, use the focused paragraph or the one at the top.
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]');
    const block =
      focused?.dataset['block'] === undefined ? readingPosition.place.block : Number(focused.dataset['block']);
    return outline.blocks.length === 0 ? undefined : { side: 'original', parts: [{ block, text: '' }] };
  }, [bibcode, outline, readingPosition]);
  return { box, read };
}

/** Returns the words of the text for a selection in the PDF. */
async function selectedInPdf(bibcode: string, range: Range, near: number): Promise<Selected | undefined> {
  const text = range.toString().slice(0, MOST_LETTERS);
  if (text.trim() === '') return undefined;
  const { passages } = await api.post('/api/paper/locate', { body: { bibcode, text, near } });
  const parts = passages.map((part) => ({ block: part.paragraph_index, text: part.selected_text }));
  return parts.length === 0 ? undefined : { side: 'original', parts };
}

/** Returns the selection, if it is in the paper. */
function selectedRange(): Range | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const root = document.querySelector('.paper-text, .pdfViewer');
  return root?.contains(range.startContainer) === true ? range : undefined;
}

/** Registers the keys that move the focus between paragraphs, as an alternative to selecting with a pointer. */
function useBlockKeys(): void {
  const t = useMessages(noteMessages);
  const { readingPosition } = useOpenPaper();
  const move = (step: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset['block'];
    const next = focused === undefined ? readingPosition.place.block : Number(focused) + step;
    const element = shownBlocks.get(next);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', t.nextBlock, () => move(1));
  useShortcut('k', t.previousBlock, () => move(-1));
}
