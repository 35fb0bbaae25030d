import type { SearchedKind } from '@almagest/contracts/literature';

export const KINDS: readonly SearchedKind[] = ['record', 'text', 'translation', 'note'];

/** A library search, as stored in the address. */
export interface FindAddress {
  readonly q?: string;
  readonly kind?: SearchedKind;
  readonly collection?: string;
}

/** Reads a search from an address. Ignores invalid values, because addresses come from anywhere. */
export function readFindAddress({ q, kind, collection }: Readonly<Record<string, unknown>>): FindAddress {
  const known = KINDS.find((one) => one === kind);
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 500) } : {}),
    ...(known === undefined ? {} : { kind: known }),
    ...(typeof collection === 'string' && /^[1-9]\d{0,8}$/.test(collection) ? { collection } : {}),
  };
}
