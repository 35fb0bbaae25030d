import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Chunk } from './chunks.ts';
import type { ReadingPosition } from './reading-position.ts';
import { placeAtTop, scrollToPlace } from './text-place.ts';

/** User input that ends a jump. */
const ACTS = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const;

/**
 * Keeps the line at the top in place while pictures and chunks load, panes open or close, or the translation appears.
 * Follows the user's scrolling and jumps to other places.
 */
export function useSteadyPlace(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  chunks: readonly Chunk[],
  readingPosition: ReadingPosition,
  onScrolled: () => void,
): void {
  /** The last known scroll offset. */
  const known = useRef(0);
  /** True if a jump still has to focus its block when it renders. Cancelled by user input. */
  const isFocusDue = useRef(false);
  /**
   * True from a jump to the next user input. Until then, scroll events come from content that changed above the line.
   */
  const isSettling = useRef(false);
  useLayoutEffect(() => {
    const [box, inner] = [scroller.current, content.current];
    if (box === null || inner === null) return undefined;
    const restorePlace = () => {
      scrollToPlace(box, chunks, readingPosition.place);
      known.current = box.scrollTop;
      if (!isFocusDue.current) return;
      const block = inner.querySelector<HTMLElement>(`[data-block="${readingPosition.place.block}"]`);
      block?.focus({ preventScroll: true });
      isFocusDue.current = block === null;
    };
    restorePlace();
    const sizes = new ResizeObserver(restorePlace);
    sizes.observe(inner);
    const stopFollowing = readingPosition.onGo((_, isJump) => {
      isFocusDue.current = isJump;
      isSettling.current = isJump;
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
      // Ignore scrolling by the program.
      if (isSettling.current || Math.abs(box.scrollTop - known.current) < 2) return;
      known.current = box.scrollTop;
      const place = placeAtTop(box, chunks);
      if (place === undefined) return;
      isFocusDue.current = false;
      readingPosition.moved(place);
      onScrolled();
    };
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [scroller, chunks, readingPosition, onScrolled]);
  useEffect(() => {
    const acted = () => {
      isFocusDue.current = false;
      isSettling.current = false;
    };
    for (const act of ACTS) addEventListener(act, acted, { capture: true, passive: true });
    return () => {
      for (const act of ACTS) removeEventListener(act, acted, { capture: true });
    };
  }, []);
}
