import type { GridMap, MapPlaneName } from '@almagest/contracts/grid';
import { NONE, type Plane } from './decode.ts';

export const COLOURS = ['outcome', 'wave', 'attempts', 'ended', 'generation', 'failures'] as const;
/** What the colours of the map tell. */
export type Colour = (typeof COLOURS)[number];

/** What a colour stands for. */
export type LegendEntry =
  | { readonly kind: 'outcome'; readonly code: GridMap['codes'][number] }
  /** Numbers from `from` to `to`; times in seconds since 1970. */
  | { readonly kind: 'range'; readonly of: MapPlaneName; readonly from: number; readonly to: number }
  | { readonly kind: 'cause'; readonly group: string }
  | { readonly kind: 'otherCauses' }
  /** A point that has no such number. */
  | { readonly kind: 'none'; readonly of: MapPlaneName }
  /** A point whose last attempt ended later than the time that is shown. */
  | { readonly kind: 'later' };

/** As many as can be told apart. */
const MOST_CLASSES = 9;

/** How points are coloured: an entry for each category, and the category of each number. */
export interface Colouring {
  readonly entries: readonly LegendEntry[];
  /** For each number from 0 on. */
  readonly categories: Uint8Array;
  readonly none: number;
}

/** The order of a stack from the bottom: what is done, what is under way, what failed. */
const STACK = ['converged', 'running', 'queued', 'pending', 'failed'];

/** One category for each state that a point can have. */
export function colourStates(codes: GridMap['codes']): Colouring {
  const order = codes
    .map((code, index) => ({ code, index, height: STACK.indexOf(code.status ?? '') }))
    .filter(({ height }) => height >= 0)
    // The methods of success before imports, which have none.
    .toSorted((a, b) => a.height - b.height || Number(a.code.method === null) - Number(b.code.method === null));
  const categories = new Uint8Array(codes.length);
  for (const [category, { index }] of order.entries()) categories[index] = category;
  return { entries: order.map(({ code }) => ({ kind: 'outcome', code })), categories, none: 0 };
}

/** Classes of equal width over the numbers that there are. */
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

/** A category for each of the most frequent causes: that which a point met last counts. */
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
