import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Chunk } from './chunks.ts';
import type { ReadingPosition } from './reading-position.ts';
import { placeAtTop, scrollToPlace } from './text-place.ts';

/** A jump gives the focus to the block once it is there. */
const FOCUS_MS = 5_000;

/**
 * Keeps the line at the top where it is while everything around it changes: pictures and chunks come, panes are folded,
 * the translation is shown. Follows who scrolls, and leads to other places.
 */
export function useSteadyPlace(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  chunks: readonly Chunk[],
  readingPosition: ReadingPosition,
  onScrolled: () => void,
): void {
  /** Where the scrolling was when it was last heard of. */
  const known = useRef(0);
  useLayoutEffect(() => {
    const [box, inner] = [scroller.current, content.current];
    if (box === null || inner === null) return undefined;
    let focusUntil = 0;
    const restorePlace = () => {
      scrollToPlace(box, chunks, readingPosition.place);
      known.current = box.scrollTop;
      if (performance.now() < focusUntil) {
        const block = inner.querySelector<HTMLElement>(`[data-block="${readingPosition.place.block}"]`);
        block?.focus({ preventScroll: true });
        if (block !== null) focusUntil = 0;
      }
    };
    restorePlace();
    const sizes = new ResizeObserver(restorePlace);
    sizes.observe(inner);
    const stopFollowing = readingPosition.onGo((_, isJump) => {
      if (isJump) focusUntil = performance.now() + FOCUS_MS;
      restorePlace();
    });
    return () => {
      sizes.disconnect();
      stopFollowing();
    };
  }, [scroller, content, chunks, readingPosition]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const follow = () => {
      // Our own scrolling tells nothing new.
      if (Math.abs(box.scrollTop - known.current) < 2) return;
      known.current = box.scrollTop;
      const place = placeAtTop(box, chunks);
      if (place === undefined) return;
      readingPosition.moved(place);
      onScrolled();
    };
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [scroller, chunks, readingPosition, onScrolled]);
}
