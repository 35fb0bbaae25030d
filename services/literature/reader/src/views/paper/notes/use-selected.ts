import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { shownBlocks } from '../shown-blocks.ts';
import { noteMessages } from './messages.ts';
import { selectedInText, type Selected } from './passages.ts';

const MOST_LETTERS = 20_000;

/** What is selected: where it is in the window, and its words when they are needed. */
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
    // Nothing is selected: the paragraph that has the focus, else the one at the top.
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]');
    const block =
      focused?.dataset['block'] === undefined ? readingPosition.place.block : Number(focused.dataset['block']);
    return outline.blocks.length === 0 ? undefined : { side: 'original', parts: [{ block, text: '' }] };
  }, [bibcode, outline, readingPosition]);
  return { box, read };
}

/** The words of the paper's text that are those of a selection in its PDF. */
async function selectedInPdf(bibcode: string, range: Range, near: number): Promise<Selected | undefined> {
  const text = range.toString().slice(0, MOST_LETTERS);
  if (text.trim() === '') return undefined;
  const { passages } = await api.post('/api/paper/locate', { body: { bibcode, text, near } });
  const parts = passages.map((part) => ({ block: part.paragraph_index, text: part.selected_text }));
  return parts.length === 0 ? undefined : { side: 'original', parts };
}

/** The selection, if it is in the paper. */
function selectedRange(): Range | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const root = document.querySelector('.paper-text, .pdfViewer');
  return root?.contains(range.startContainer) === true ? range : undefined;
}

/** The keys that move the focus from paragraph to paragraph, for whom nothing can be selected with a pointer. */
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
