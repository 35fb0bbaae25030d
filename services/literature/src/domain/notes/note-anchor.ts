import { foldText, similarityOf, SimilarTexts } from '../papers/text-similarity.ts';

/** The properties of a block that notes use. */
export interface AnchorBlock {
  /** Hash of the text, ignoring blanks and case. */
  readonly textHash: string;
  readonly text: string;
}

/**
 * Describes the place of a note: the paragraph, the text before and after the paragraph, and the selected words.
 * Similar to a text quote selector of the W3C Web Annotation Data Model (2017, section 4.2.4).
 */
export interface NoteAnchor {
  /** Hash of the paragraph. Empty if the paper had no text when the note was written. */
  readonly textHash: string;
  /** The beginning of the paragraph, at most PARAGRAPH_CHARS. */
  readonly paragraph: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly quote: string;
  /** The note's current paragraph, if its text differs from the paragraph on which the note was written. */
  readonly standsOn?: AnchorBlock | undefined;
  /** Whether the note had a place in the earlier text. The note then cannot move to another paragraph of that text. */
  readonly wasPlaced: boolean;
}

/** `exact`: the paragraph or the quote is unchanged. `moved`: the most similar paragraph. */
export interface AnchorPlace {
  readonly position: number;
  readonly state: 'exact' | 'moved';
}

export const PARAGRAPH_CHARS = 8_000;
const CONTEXT_CHARS = 200;

/**
 * Number of blocks on either side from which context is taken. The number is large because many blocks of figures have
 * no text.
 */
export const CONTEXT_BLOCKS = 20;

/**
 * Minimum similarity of a paragraph to the original. Measured on 349 paragraphs of three recorded papers. If every
 * fourth word is replaced, the least similar paragraph has 0.60. If every tenth word is replaced, it has 0.83.
 * Different paragraphs of one paper have at most 0.49 in two of the papers. In the third paper, a few formulaic
 * sentences have up to 0.92. The other conditions distinguish these sentences.
 */
export const LEAST_SIMILARITY = 0.6;

/** Candidates within this margin of the best candidate count as equal. The context then decides between them. */
const MARGIN = 0.1;

/** Minimum similarity of the context. If one neighbour is new, half of the context is unchanged. */
const LEAST_CONTEXT = 0.4;

/**
 * Number of folded characters. Texts with fewer characters are similar to others by chance, so their context must match
 * too.
 */
const TELLING_LETTERS = 20;

/** If more paragraphs than this have the same text, the note gets no place. */
const MOST_EQUAL = 64;

const CANDIDATES = 16;

/** Number of folded characters. Only this much of the beginning of a quote is searched. */
const QUOTE_LETTERS = 2_000;

export function contextOf(
  blocks: readonly Pick<AnchorBlock, 'text'>[],
  position: number,
): Pick<NoteAnchor, 'prefix' | 'suffix'> {
  let prefix = '';
  for (let at = position - 1; at >= Math.max(0, position - CONTEXT_BLOCKS); at -= 1)
    prefix = `${blocks[at]?.text.slice(-CONTEXT_CHARS) ?? ''} ${prefix}`;
  let suffix = '';
  for (let at = position + 1; at < Math.min(blocks.length, position + 1 + CONTEXT_BLOCKS); at += 1)
    suffix += `${blocks[at]?.text.slice(0, CONTEXT_CHARS) ?? ''} `;
  return {
    prefix: prefix.slice(-CONTEXT_CHARS).toWellFormed(),
    suffix: suffix.slice(0, CONTEXT_CHARS).toWellFormed(),
  };
}

/**
 * Finds the paragraphs of notes in a paper that was parsed again. Looks for the paragraph's text, then for the selected
 * words, and then for a similar paragraph. Skips paragraphs that are at least as similar to another paragraph of the
 * earlier text. If two places are equally good, returns neither.
 */
export class AnchorFinder {
  readonly #blocks: readonly AnchorBlock[];
  readonly #byHash: ReadonlyMap<string, number[]>;
  readonly #earlier: readonly AnchorBlock[];
  readonly #earlierHashes: ReadonlySet<string>;
  #earlierTexts: SimilarTexts | undefined;
  /** Maps the position of a block to the similar blocks of the earlier text. */
  readonly #likeEarlier = new Map<number, readonly { readonly block: AnchorBlock; readonly score: number }[]>();
  readonly #folded: (string | undefined)[] = [];
  /** Two indexes: one of all blocks, and one of only the new blocks. */
  readonly #similar: { all?: SimilarTexts; added?: SimilarTexts } = {};

  /** @param earlier the paper's blocks from the previous parse */
  constructor(blocks: readonly AnchorBlock[], earlier: readonly AnchorBlock[]) {
    this.#blocks = blocks;
    this.#earlier = earlier;
    this.#earlierHashes = new Set(earlier.map(({ textHash }) => textHash));
    const byHash = new Map<string, number[]>();
    for (const [position, { textHash }] of blocks.entries()) {
      const known = byHash.get(textHash);
      if (known === undefined) byHash.set(textHash, [position]);
      else known.push(position);
    }
    this.#byHash = byHash;
  }

  /** Returns the place of a note, or undefined if the place is ambiguous or lost. */
  find(anchor: NoteAnchor): AnchorPlace | undefined {
    const own = this.#byHash.get(anchor.textHash) ?? [];
    if (own.length > 0 && anchor.textHash !== '') return placeOf(this.#byContext(anchor, own), 'exact');
    const now = anchor.standsOn === undefined ? [] : (this.#byHash.get(anchor.standsOn.textHash) ?? []);
    if (now.length > 0) return placeOf(this.#byContext(anchor, now), 'moved');
    const quoting = this.#quoting(anchor);
    if (quoting.length > 0) return placeOf(this.#best(anchor, quoting), 'exact');
    return placeOf(this.#best(anchor, this.#like(anchor)), 'moved');
  }

  /** Chooses among places with the same text. Returns the place whose neighbours match the note's neighbours. */
  #byContext(anchor: NoteAnchor, positions: readonly number[]): number | undefined {
    if (positions.length <= 1) return positions[0];
    if (positions.length > MOST_EQUAL) return undefined;
    const scored = positions.map((position) => ({ position, score: this.#context(anchor, position) }));
    return winner(scored.filter(({ score }) => score >= LEAST_CONTEXT));
  }

  /** Returns places that contain the quote and may be the place of the note. */
  #quoting(anchor: NoteAnchor): number[] {
    const quote = foldText(anchor.quote).slice(0, QUOTE_LETTERS);
    if (quote === '') return [];
    const positions: number[] = [];
    for (let position = 0; position < this.#blocks.length && positions.length <= MOST_EQUAL; position += 1)
      if (this.#isOpen(anchor, position) && this.#text(position).includes(quote)) positions.push(position);
    if (positions.length > MOST_EQUAL) return [];
    // Without a paragraph to compare, the quote alone decides.
    if (anchor.paragraph === '') return positions;
    return positions.filter(
      (position) =>
        !this.#rivals(anchor, position).some(({ text }) => foldText(text).includes(quote)) &&
        (quote.length >= TELLING_LETTERS ||
          this.#likeness(anchor, position) >= LEAST_SIMILARITY ||
          this.#context(anchor, position) >= LEAST_CONTEXT),
    );
  }

  /** Returns places with a text similar to the note's paragraph. */
  #like(anchor: NoteAnchor): number[] {
    const own = foldText(anchor.paragraph);
    if (own === '') return [];
    const among = (this.#similar[anchor.wasPlaced ? 'added' : 'all'] ??= new SimilarTexts(
      this.#blocks.flatMap((_, position) =>
        this.#isOpen(anchor, position) ? [[position, this.#text(position)] as const] : [],
      ),
    ));
    const texts = [own, ...(anchor.standsOn === undefined ? [] : [foldText(anchor.standsOn.text)])];
    const candidates = new Set(texts.flatMap((text) => among.candidates(text, CANDIDATES)));
    return [...candidates].filter(
      (position) =>
        this.#likeness(anchor, position) >= LEAST_SIMILARITY &&
        this.#rivals(anchor, position).length === 0 &&
        (own.length >= TELLING_LETTERS || this.#context(anchor, position) >= LEAST_CONTEXT),
    );
  }

  /** Returns the place most similar to the note's paragraph. Ties go to the place whose neighbours match. */
  #best(anchor: NoteAnchor, positions: readonly number[]): number | undefined {
    if (positions.length <= 1) return positions[0];
    const scored = positions.map((position) => ({ position, score: this.#likeness(anchor, position) }));
    const most = scored.reduce((highest, { score }) => Math.max(highest, score), -Infinity);
    return this.#byContext(
      anchor,
      scored.filter(({ score }) => score > most - MARGIN).map(({ position }) => position),
    );
  }

  #isOpen({ wasPlaced }: NoteAnchor, position: number): boolean {
    return !wasPlaced || !this.#earlierHashes.has(this.#blocks[position]?.textHash ?? '');
  }

  /**
   * Returns the other paragraphs of the earlier text that are at least as similar to the block as the note's paragraph.
   * The block is then probably a new version of one of these paragraphs.
   */
  #rivals(anchor: NoteAnchor, position: number): AnchorBlock[] {
    if (!anchor.wasPlaced) return [];
    const own = new Set([anchor.textHash, anchor.standsOn?.textHash]);
    const least = this.#likeness(anchor, position);
    return this.#earlierLike(position).flatMap(({ block, score }) =>
      score >= least && !own.has(block.textHash) ? [block] : [],
    );
  }

  #earlierLike(position: number) {
    const known = this.#likeEarlier.get(position);
    if (known !== undefined) return known;
    this.#earlierTexts ??= new SimilarTexts(this.#earlier.map(({ text }, at) => [at, foldText(text)] as const));
    const text = this.#text(position);
    const like = this.#earlierTexts.candidates(text, CANDIDATES).flatMap((at) => {
      const block = this.#earlier[at];
      return block === undefined ? [] : [{ block, score: similarityOf(foldText(block.text), text) }];
    });
    this.#likeEarlier.set(position, like);
    return like;
  }

  #likeness({ paragraph, standsOn }: NoteAnchor, position: number): number {
    const text = this.#text(position);
    const likeness = similarityOf(foldText(paragraph), text);
    return standsOn === undefined ? likeness : Math.max(likeness, similarityOf(foldText(standsOn.text), text));
  }

  #context(anchor: NoteAnchor, position: number): number {
    const { prefix, suffix } = contextOf(this.#blocks, position);
    return (
      (similarityOf(foldText(anchor.prefix), foldText(prefix)) +
        similarityOf(foldText(anchor.suffix), foldText(suffix))) /
      2
    );
  }

  #text(position: number): string {
    return (this.#folded[position] ??= foldText(this.#blocks[position]?.text ?? ''));
  }
}

function placeOf(position: number | undefined, state: AnchorPlace['state']): AnchorPlace | undefined {
  return position === undefined ? undefined : { position, state };
}

function winner(scored: readonly { readonly position: number; readonly score: number }[]): number | undefined {
  const [first, second] = scored.toSorted((a, b) => b.score - a.score);
  if (first === undefined || (second !== undefined && first.score - second.score < MARGIN)) return undefined;
  return first.position;
}
