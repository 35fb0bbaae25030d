import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Chunk } from './chunks.ts';
import { useOpenPaper } from './open-paper.ts';
import { paperMessages } from './messages.ts';
import { blocksQuery } from './queries.ts';

/** Renders the whole paper for printing. Returns true while it is rendered. */
export function usePrinting(chunks: readonly Chunk[]): boolean {
  const t = useMessages(paperMessages);
  const { bibcode, outline } = useOpenPaper();
  const client = useQueryClient();
  const [isPrinting, setPrinting] = useState(false);
  const printAll = async () => {
    tellDone(t.printing);
    try {
      for (const chunk of chunks) await client.ensureQueryData(blocksQuery(bibcode, outline.revision, chunk));
      // oxlint-disable-next-line react-dom/no-flush-sync -- The browser prints what is on the page now.
      flushSync(() => setPrinting(true));
      print();
    } catch (error) {
      tellFault(error);
    } finally {
      setPrinting(false);
    }
  };
  useShortcut('P', t.print, () => void printAll());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void printAll();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return isPrinting;
}
