import { useMemo, useSyncExternalStore } from 'react';
import type { LegendEntry } from './colours.ts';
import { colourName, HATCHED } from './legend-words.ts';
import type { Inks } from './paint.ts';

/** Changes when the page switches between light and dark. */
function useTheme(): string {
  return useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange);
      observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      const query = matchMedia('(prefers-color-scheme: dark)');
      query.addEventListener('change', onChange);
      return () => {
        observer.disconnect();
        query.removeEventListener('change', onChange);
      };
    },
    () => `${document.documentElement.dataset['theme'] ?? ''} ${matchMedia('(prefers-color-scheme: dark)').matches}`,
  );
}

/** Returns the inks of a legend. Failed points are hatched. */
export function useInks(legend: readonly LegendEntry[] | undefined): Inks {
  const theme = useTheme();
  const names = legend?.map(colourName).join(' ') ?? '';
  return useMemo(() => {
    const list = names === '' ? [] : names.split(' ');
    const hatched = new Set(list.flatMap((name, category) => (name === HATCHED ? [category] : [])));
    return { colours: readColours(list, theme), hatched };
  }, [names, theme]);
}

/** Reads the colours from the style sheet. `_theme` is listed because the colours depend on it. */
function readColours(names: readonly string[], _theme: string): Uint32Array {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return Uint32Array.from(names, (name) => {
    // A new element for each colour, because a colour transition would delay a change.
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    if (context === null) return 0;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
  });
}
