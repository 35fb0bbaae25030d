import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { vocabulary } from '../../vocabulary.tsx';
import type { LegendEntry } from './colours.ts';
import { mapMessages } from './messages.ts';

/** Describes legend entries. `causeOf` returns the cause of a failure group. */
export function useLegendWords(causeOf: (group: string) => string): (entry: LegendEntry) => string {
  const t = useMessages(mapMessages);
  const words = useMessages(vocabulary);
  return (entry) => {
    switch (entry.kind) {
      case 'outcome': {
        const { status, method } = entry.code;
        if (status === null) return t.notSelected;
        if (status === 'converged' && method === null) return t.imported;
        return method === null ? words[status] : t.by(words[status], words[method]);
      }
      case 'range': {
        const { of, from, to } = entry;
        if (of === 'ended') return t.timeRange(from, to);
        return from === to ? count(from) : `${count(from)}–${count(to)}`;
      }
      case 'cause':
        return causeOf(entry.group);
      case 'otherCauses':
        return t.otherCauses;
      case 'none':
        return t.noneOf(t[entry.of]);
      case 'later':
        return t.later;
    }
  };
}

/** The only entry whose colour has a pattern. */
export const HATCHED = '--map-failed';

/** Returns the custom property that holds the colour of an entry. */
export function colourName(entry: LegendEntry, index: number): string {
  switch (entry.kind) {
    case 'outcome':
      return `--map-${entry.code.method ?? (entry.code.status === 'converged' ? 'imported' : entry.code.status)}`;
    case 'range':
      return `--map-class-${index}`;
    case 'cause':
      return `--map-cause-${index}`;
    case 'otherCauses':
      return '--map-other';
    case 'none':
      return '--map-none';
    case 'later':
      return '--map-later';
  }
}
