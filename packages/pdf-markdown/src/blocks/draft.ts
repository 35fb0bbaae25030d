import type { Line } from '../layout/lines/line.ts';
import type { Caption } from './captions.ts';
import type { TableRegion } from '../layout/tables/table-region.ts';

/** A classified piece, before its text is joined. */
export type Draft =
  | { readonly kind: 'heading'; readonly lines: readonly Line[]; readonly level: number }
  | { readonly kind: 'paragraph' | 'list'; lines: readonly Line[]; readonly indented: boolean }
  | { readonly kind: 'equation' | 'code' | 'reference'; lines: readonly Line[] }
  | { readonly kind: 'entry' | 'aside'; readonly lines: readonly Line[] }
  | { readonly kind: 'footnote'; readonly lines: readonly Line[] }
  | { readonly kind: 'caption'; caption: Caption }
  | { readonly kind: 'table'; readonly table: TableRegion };

/** Returns whether this draft contains the steps of an algorithm, below the algorithm's title. */
export function isAlgorithm({ kind }: Draft, above: Draft | undefined): boolean {
  return kind === 'code' && above?.kind === 'caption' && above.caption.kind === 'code';
}
