/** What the middle pane shows. */
export const MODES = ['text', 'translation', 'both', 'pdf'] as const;
export type PaperMode = (typeof MODES)[number];

export const LEFT_LISTS = ['contents', 'figures', 'tables', 'equations', 'references'] as const;
export type LeftList = (typeof LEFT_LISTS)[number];

/** A pane that is folded away. */
export const FOLDED = 'none';

/**
 * How a paper is shown, as its address has it. What is left out has its usual value: the text, and the panes as they were
 * shown last.
 */
export interface PaperAddress {
  readonly mode?: Exclude<PaperMode, 'text'>;
  readonly left?: LeftList | typeof FOLDED;
  /** The panel on the right, by its id. */
  readonly right?: string;
  /** The line at the top: the block, and how much of it is above, as in `12.35`. It follows the scrolling. */
  readonly at?: string;
  /** The block that is lit because somebody came for it. */
  readonly block?: string;
  /** The words of that block that are lit. */
  readonly quote?: string;
  /** A place as earlier addresses name it: `note-` and the number of a note, or a place to which links of the text lead. */
  readonly fragment?: string;
}

const MOST_QUOTE_LETTERS = 1_000;

/** What an address says, without what does not belong to a paper: addresses come from anywhere. */
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

/** A place in the text: a block, and the part of it that is above the line. */
export interface Place {
  readonly block: number;
  readonly fraction: number;
}

/** Where an address leads. A block that somebody came for counts before the line, until they scroll. */
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
