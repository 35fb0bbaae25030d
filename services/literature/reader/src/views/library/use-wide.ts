import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 56rem)');

/** Whether there is room for columns, as in the style sheets. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange);
      return () => wide.removeEventListener('change', onChange);
    },
    () => wide.matches,
  );
}
