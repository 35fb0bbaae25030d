import { useEffect, useState, type RefObject } from 'react';

/** Chunks within this distance of the window are rendered. */
const NEAR = '700px 0px';

/** Returns the indexes of the chunks in or near the window. */
export function useNearChunks(scroller: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> {
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
