import type { Place } from './address.ts';
import { chunkAt, type Chunk } from './chunks.ts';

/** Space above the line, so that a paragraph doesn't touch the edge. */
const MARGIN_PX = 12;

const blockIn = (root: ParentNode, index: number) => root.querySelector<HTMLElement>(`[data-block="${index}"]`);

/**
 * Scrolls a place to the top. For a block that isn't rendered, it estimates the position within the placeholder of its
 * chunk.
 */
export function scrollToPlace(scroller: HTMLElement, chunks: readonly Chunk[], { block, fraction }: Place): void {
  if (block === 0 && fraction === 0) {
    // Show what is above the text too.
    scroller.scrollTop = 0;
    return;
  }
  const top = scroller.getBoundingClientRect().top;
  const element = blockIn(scroller, block);
  if (element !== null) {
    const box = element.getBoundingClientRect();
    scroller.scrollTop += box.top + fraction * box.height - top - (fraction === 0 ? MARGIN_PX : 0);
    return;
  }
  const number = chunkAt(chunks, block);
  const chunk = chunks[number];
  const room = scroller.querySelector(`[data-chunk="${number}"]`)?.getBoundingClientRect();
  if (chunk === undefined || room === undefined) return;
  scroller.scrollTop += room.top + ((block - chunk.from + fraction) / chunk.count) * room.height - top;
}

export function placeAtTop(scroller: HTMLElement, chunks: readonly Chunk[]): Place | undefined {
  const top = scroller.getBoundingClientRect().top + MARGIN_PX;
  for (const room of scroller.querySelectorAll<HTMLElement>('[data-chunk]')) {
    const box = room.getBoundingClientRect();
    if (box.bottom <= top) continue;
    for (const element of room.querySelectorAll<HTMLElement>('[data-block]')) {
      const own = element.getBoundingClientRect();
      if (own.bottom > top)
        return { block: Number(element.dataset['block']), fraction: Math.max(0, (top - own.top) / own.height) };
    }
    const chunk = chunks[Number(room.dataset['chunk'])];
    if (chunk === undefined) return undefined;
    const part = Math.min(Math.max((top - box.top) / box.height, 0), 0.999);
    return { block: chunk.from + Math.floor(part * chunk.count), fraction: 0 };
  }
  return undefined;
}
