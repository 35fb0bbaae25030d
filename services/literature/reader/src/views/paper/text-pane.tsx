import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ChunkView } from './chunk-view.tsx';
import { cutChunks, type Chunk } from './chunks.ts';
import { paperMessages } from './messages.ts';
import { useOpenPaper } from './open-paper.ts';
import { blocksQuery } from './queries.ts';
import { useSteadyPlace } from './use-steady-place.ts';
import { useTextClicks } from './use-text-clicks.tsx';

/** The number of chunks to load ahead. */
const AHEAD = 2;

/** Shows the text of a paper, its translation, or both. Renders only what is near the window. */
export function TextPane({ head, onScrolled }: { readonly head: ReactNode; readonly onScrolled: () => void }) {
  const t = useMessages(paperMessages);
  const { bibcode, outline, mode, readingPosition } = useOpenPaper();
  const chunks = useMemo(() => cutChunks(outline.blocks), [outline.blocks]);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const near = useNearChunks(scroller, chunks.length);
  const client = useQueryClient();
  const [pinned, setPinned] = useState<number>();
  const isPrinting = usePrinting(chunks);
  useSteadyPlace(scroller, content, chunks, readingPosition, onScrolled);
  const { onClick, dialog } = useTextClicks();
  useEffect(() => {
    const last = Math.max(...near);
    for (const chunk of chunks.slice(last + 1, last + 1 + AHEAD))
      void client.prefetchQuery(blocksQuery(bibcode, outline.revision, chunk));
  }, [near, chunks, client, bibcode, outline.revision]);
  useEffect(() => {
    // Keep the chunk that contains the selection on the page.
    const pin = () => {
      const node = getSelection()?.isCollapsed === false ? getSelection()?.anchorNode?.parentElement : undefined;
      const room = node?.closest<HTMLElement>('[data-chunk]');
      setPinned(room === null || room === undefined ? undefined : Number(room.dataset['chunk']));
    };
    document.addEventListener('selectionchange', pin);
    return () => document.removeEventListener('selectionchange', pin);
  }, []);
  return (
    <div ref={scroller} className="paper-scroll" tabIndex={0} role="region" aria-label={t.middlePane}>
      <div ref={content} className={`paper-text ${mode}`} onClick={onClick}>
        {head}
        {chunks.map((chunk, number) => (
          <ChunkView
            key={chunk.from}
            number={number}
            chunk={chunk}
            isShown={isPrinting || near.has(number) || pinned === number}
            heights={heights.current}
          />
        ))}
      </div>
      {dialog}
    </div>
  );
}

/** Chunks within this distance of the window are rendered. */
const NEAR = '700px 0px';

/** Returns the indexes of the chunks in or near the window. */
function useNearChunks(scroller: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const next = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const number = Number((target as HTMLElement).dataset['chunk']);
            if (isIntersecting) next.add(number);
            else next.delete(number);
          }
          return next;
        }),
      { root, rootMargin: NEAR },
    );
    for (const room of root.querySelectorAll('[data-chunk]')) observer.observe(room);
    return () => observer.disconnect();
  }, [scroller, count]);
  return near;
}

/** Renders the whole paper for printing. Returns true while it is rendered. */
function usePrinting(chunks: readonly Chunk[]): boolean {
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
