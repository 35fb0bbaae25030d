import type { GridMap, MapPlaneName } from '@almagest/contracts/grid';
import { NONE, type Plane } from './decode.ts';

export const COLOURS = ['outcome', 'wave', 'attempts', 'ended', 'generation', 'failures'] as const;
export type Colour = (typeof COLOURS)[number];

export type LegendEntry =
  | { readonly kind: 'outcome'; readonly code: GridMap['codes'][number] }
  /** Numbers between `from` and `to`. Times are in seconds since 1970. */
  | { readonly kind: 'range'; readonly of: MapPlaneName; readonly from: number; readonly to: number }
  | { readonly kind: 'cause'; readonly group: string }
  | { readonly kind: 'otherCauses' }
  /** A point without a value. */
  | { readonly kind: 'none'; readonly of: MapPlaneName }
  /** A point whose last attempt ended after the selected time. */
  | { readonly kind: 'later' };

/** The maximum number of colours that people can distinguish. */
const MOST_CLASSES = 9;

/** Maps values to legend entries. */
export interface Colouring {
  readonly entries: readonly LegendEntry[];
  /** The category of each number, starting at 0. */
  readonly categories: Uint8Array;
  readonly none: number;
}

/** The order within a stack, from the bottom. */
const STACK = ['converged', 'running', 'queued', 'pending', 'failed'];

/** Assigns a category to each state of a point. */
export function colourStates(codes: GridMap['codes']): Colouring {
  const order = codes
    .map((code, index) => ({ code, index, height: STACK.indexOf(code.status ?? '') }))
    .filter(({ height }) => height >= 0)
    // Imported points have no method and come last.
    .toSorted((a, b) => a.height - b.height || Number(a.code.method === null) - Number(b.code.method === null));
  const categories = new Uint8Array(codes.length);
  for (const [category, { index }] of order.entries()) categories[index] = category;
  return { entries: order.map(({ code }) => ({ kind: 'outcome', code })), categories, none: 0 };
}

/** Divides the range of the values into classes of equal width. */
export function colourNumbers(plane: Plane, of: MapPlaneName): Colouring {
  let low = Infinity;
  let high = -Infinity;
  for (const number of plane.numbers) {
    if (number === NONE) continue;
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  if (low > high) return { entries: [{ kind: 'none', of }], categories: new Uint8Array(0), none: 0 };
  const width = Math.ceil((high - low + 1) / MOST_CLASSES);
  const count = Math.ceil((high - low + 1) / width);
  const entries = Array.from({ length: count }, (_, index): LegendEntry => {
    const from = low + index * width;
    const to = Math.min(high, from + width - 1);
    return { kind: 'range', of, from: plane.from + from * plane.step, to: plane.from + to * plane.step };
  });
  const categories = Uint8Array.from({ length: high + 1 }, (_, number) =>
    Math.max(0, Math.floor((number - low) / width)),
  );
  return { entries: [...entries, { kind: 'none', of }], categories, none: count };
}

/** Assigns a category to each of the most frequent causes. The last cause of a point decides. */
export function colourCauses(plane: Plane): Colouring {
  const lasts = plane.sets.map((set) => set.at(-1) ?? '');
  const frequency = new Map<string, number>();
  for (const number of plane.numbers) {
    const group = lasts[number];
    if (group !== undefined) frequency.set(group, (frequency.get(group) ?? 0) + 1);
  }
  const groups = [...frequency].toSorted((a, b) => b[1] - a[1]).map(([group]) => group);
  const shown = groups.slice(0, MOST_CLASSES - 1);
  const hasOthers = groups.length > shown.length;
  const entries: LegendEntry[] = [
    ...shown.map((group): LegendEntry => ({ kind: 'cause', group })),
    ...(hasOthers ? [{ kind: 'otherCauses' } as const] : []),
    { kind: 'none', of: 'failures' },
  ];
  const categories = Uint8Array.from(lasts, (group) => {
    const index = shown.indexOf(group);
    return index < 0 ? shown.length : index;
  });
  return { entries, categories, none: entries.length - 1 };
}
