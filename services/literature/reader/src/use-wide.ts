import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 56rem)');

/** Returns true if the window has room for columns. Must match the style sheets. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange);
      return () => wide.removeEventListener('change', onChange);
    },
    () => wide.matches,
  );
}
