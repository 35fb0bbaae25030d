import type { SearchedKind } from '@almagest/contracts/literature';

export const KINDS: readonly SearchedKind[] = ['record', 'text', 'translation', 'note'];

/** A search of the library as its address has it. */
export interface FindAddress {
  readonly q?: string;
  readonly kind?: SearchedKind;
  readonly collection?: string;
}

/** What an address says, without what is no search: addresses come from anywhere. */
export function readFindAddress({ q, kind, collection }: Readonly<Record<string, unknown>>): FindAddress {
  const known = KINDS.find((one) => one === kind);
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 500) } : {}),
    ...(known === undefined ? {} : { kind: known }),
    ...(typeof collection === 'string' && /^[1-9]\d{0,8}$/.test(collection) ? { collection } : {}),
  };
}
