/** The modes of the middle pane. */
export const MODES = ['text', 'translation', 'both', 'pdf'] as const;
export type PaperMode = (typeof MODES)[number];

export const LEFT_LISTS = ['contents', 'figures', 'tables', 'equations', 'references'] as const;
export type LeftList = (typeof LEFT_LISTS)[number];

/** Hides a pane. */
export const FOLDED = 'none';

/**
 * How a paper is shown, as stored in the address. Without values, it shows the text and the panes that were last open.
 */
export interface PaperAddress {
  readonly mode?: Exclude<PaperMode, 'text'>;
  readonly left?: LeftList | typeof FOLDED;
  /** The id of the panel on the right. */
  readonly right?: string;
  /**
   * The line at the top: the block and the fraction of the block above the line, such as `12.35`. Scrolling updates the
   * value.
   */
  readonly at?: string;
  readonly block?: string;
  /** The words of that block to highlight. */
  readonly quote?: string;
  /** A target in an address of an earlier version: `note-` and the id of a note, or an anchor of the text. */
  readonly fragment?: string;
}

const MOST_QUOTE_LETTERS = 1_000;

/** Reads a paper from an address. Ignores invalid values. */
export function readPaperAddress(values: Record<string, unknown>): PaperAddress {
  const oneOf = <T extends string>(name: string, known: readonly T[]) => known.find((one) => one === values[name]);
  const matching = (name: string, pattern: RegExp) => {
    const text = values[name];
    return typeof text === 'string' && pattern.test(text) ? text : undefined;
  };
  const quote = values['quote'];
  const address = {
    mode: oneOf('mode', MODES.slice(1)),
    left: oneOf('left', [...LEFT_LISTS, FOLDED]),
    right: matching('right', /^[a-z]{1,20}$/),
    at: matching('at', /^\d{1,7}(?:\.\d{1,3})?$/),
    block: matching('block', /^\d{1,7}$/),
    fragment: matching('fragment', /^[\w.:-]{1,200}$/),
    quote: typeof quote === 'string' && quote !== '' ? quote.slice(0, MOST_QUOTE_LETTERS) : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)) as PaperAddress;
}

/** A place in the text: a block, and the fraction of the block above the line. */
export interface Place {
  readonly block: number;
  readonly fraction: number;
}

/** Returns the place for an address. A linked block wins over the line until the user scrolls. */
export function placeOf({ at, block }: PaperAddress): Place | undefined {
  if (block !== undefined && at === undefined) return { block: Number(block), fraction: 0 };
  if (at === undefined) return undefined;
  const [whole = '0', part = ''] = at.split('.');
  return { block: Number(whole), fraction: part === '' ? 0 : Number(`0.${part}`) };
}

export function writePlace({ block, fraction }: Place): string {
  const part = Math.round(Math.min(Math.max(fraction, 0), 0.999) * 1_000);
  return part === 0 ? String(block) : `${block}.${String(part).padStart(3, '0')}`;
}
