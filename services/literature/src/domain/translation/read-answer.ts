import { MARK, withPassages, type TranslationRequest } from './translation-request.ts';
import { skeletonOf } from './passages.ts';
import { isInScriptOf } from './target-script.ts';
import { hasWords } from './words.ts';

/** The passages of an answer with the masks replaced, or a message for the model that states the answer's fault. */
export type ReadAnswer =
  | { readonly ok: true; readonly passages: readonly string[] }
  | { readonly ok: false; readonly fault: string };

/**
 * Limits on the length of a translation divided by the length of the original. From English, a Chinese translation is
 * shorter, and translations to other languages are at most 50% longer. An answer outside these limits has lost or added
 * sentences.
 */
const SHORTEST = 0.1;
const LONGEST = 3;
/**
 * The ratio is not checked for shorter texts, because the translation may write out an acronym or shorten a heading to
 * one word.
 */
const FREE_LETTERS = 120;

/** Shorter texts may be names, so they need not be translated. */
const SURELY_SENTENCES = 60;

/**
 * Parses the answer of a model. An answer is valid only if every mask is in its passage and the structure matches the
 * block.
 */
export function readAnswer(ask: TranslationRequest, answer: string, language: string): ReadAnswer {
  const text = unwrapped(answer);
  if (/[\0\uD800-\uDFFF]/u.test(text)) return { ok: false, fault: 'it contains broken characters' };
  const fault = maskFault(ask, text) ?? lengthFault(ask, text);
  if (fault !== undefined) return { ok: false, fault };
  const sources = passagesOf(ask, ask.text);
  const masked = passagesOf(ask, text).map((passage, index) => repairEmphasis(passage, sources[index] ?? ''));
  const empty = masked.findIndex((passage) => !hasWords(passage));
  if (empty >= 0) return { ok: false, fault: `line ${empty + 1} of ${masked.length} has no translation` };
  const letters = ask.text.replaceAll(MARK, '').length;
  if (letters > SURELY_SENTENCES && !isInScriptOf(language, text))
    return { ok: false, fault: 'it is not in the requested language' };
  const passages = masked.map((passage) => restore(ask, passage));
  const restored = withPassages(ask.parts, new Map(ask.places.map((place, index) => [place, passages[index] ?? ''])));
  if (skeletonOf(restored) !== skeletonOf(withPassages(ask.parts, new Map())))
    return {
      ok: false,
      fault: 'it added markup, a formula, a link or a line that the text does not have, or separated a pair of masks',
    };
  return { ok: true, passages };
}

/** Removes tags or a code fence that some models add around the text. */
function unwrapped(answer: string): string {
  const text = answer.trim();
  return (/^<text>([^]*)<\/text>$/.exec(text)?.[1] ?? /^```\w*\n([^]*)\n```$/.exec(text)?.[1] ?? text).trim();
}

function maskFault({ masks }: TranslationRequest, text: string): string | undefined {
  if (/[⟦⟧]/.test(text.replaceAll(MARK, ''))) return 'a mask is broken: every ⟦ needs its number and its ⟧';
  const found = [...text.matchAll(MARK)].map(([mark]) => mark);
  const wanted = masks.map(({ mark }) => mark);
  const missing = wanted.filter((mark) => !found.includes(mark));
  if (missing.length > 0) return `the masks ${missing.join(' ')} are missing`;
  const twice = wanted.filter((mark) => found.indexOf(mark) !== found.lastIndexOf(mark));
  if (twice.length > 0) return `the masks ${twice.join(' ')} occur more than once`;
  const strange = found.filter((mark) => !wanted.includes(mark));
  if (strange.length > 0) return `the masks ${strange.join(' ')} are not in the text`;
  return orderFault(masks, found);
}

/**
 * Returns what is wrong with the order of the masks. Masks may change their order within a passage. They may not move
 * to another passage, and the passages may not change their order.
 */
function orderFault(masks: TranslationRequest['masks'], found: readonly string[]): string | undefined {
  const passages = new Map(masks.map(({ mark, passage }) => [mark, passage]));
  const borders = masks.filter(({ passage }) => passage === undefined).map(({ mark }) => mark);
  let passage = 0;
  for (const mark of found) {
    const own = passages.get(mark);
    if (own === undefined) {
      if (mark !== borders[passage]) return `the mask ${mark} is out of order. Keep the order of the lines`;
      passage += 1;
    } else if (own !== passage) return `the mask ${mark} moved to another line`;
  }
  return undefined;
}

function lengthFault(ask: TranslationRequest, text: string): string | undefined {
  const given = ask.text.replaceAll(MARK, '').length;
  const got = text.replaceAll(MARK, '').length;
  if (got > LONGEST * given + FREE_LETTERS) return 'it is much longer than the text. Return only the translation';
  if (given > FREE_LETTERS && got < SHORTEST * given) return 'it is much shorter than the text. Translate all of it';
  return undefined;
}

/** Splits a text with masks in order into its passages. */
function passagesOf({ masks }: TranslationRequest, text: string): string[] {
  const borders = new Set(masks.filter(({ passage }) => passage === undefined).map(({ mark }) => mark));
  const passages = [''];
  for (const piece of pieces(text))
    if (borders.has(piece)) passages.push('');
    else passages[passages.length - 1] += piece;
  return passages.map((passage) => passage.replaceAll(/\s+/g, ' ').trim());
}

/** Splits a text into its marks and the pieces of text between them. */
function pieces(text: string): string[] {
  return text.split(/(⟦[^⟦⟧]*⟧)/).filter((piece) => piece !== '');
}

function restore({ masks, text }: TranslationRequest, passage: string): string {
  const byMark = new Map(masks.map((mask) => [mask.mark, mask.text]));
  let restored = '';
  let last = '';
  for (const piece of pieces(passage)) {
    const next = byMark.get(piece) ?? piece;
    const isNew = !text.includes(
      (byMark.has(last) ? last : last.slice(-1)) + (byMark.has(piece) ? piece : piece.charAt(0)),
    );
    restored += isNew && wouldJoin(restored, next) ? ` ${next}` : next;
    last = piece;
  }
  return restored;
}

/**
 * Returns whether two pieces would change their meaning if they were adjacent. Examples are two formulas, a formula and
 * a digit, or two pieces of code.
 */
function wouldJoin(before: string, after: string): boolean {
  return (
    (before.endsWith('$') && /^[\d$]/.test(after)) ||
    (before.endsWith('`') && after.startsWith('`')) ||
    (before.endsWith('!') && after.startsWith('['))
  );
}

const RUN = /\*+/g;

/**
 * Repairs the emphasis of a translation. If the model lost some marks of emphasis, removes all of them, because
 * emphasis is only style. Otherwise inserts blanks where Markdown would not recognise marks between punctuation and a
 * letter (CommonMark's flanking rules), as in `**图 1：**大气`. Both texts contain masks.
 */
function repairEmphasis(passage: string, source: string): string {
  if (passage === source) return passage;
  const runs = (text: string) =>
    [...text.matchAll(RUN)]
      .map(([run]) => run)
      .toSorted()
      .join(' ');
  if (runs(passage) !== runs(source)) return passage.replaceAll(RUN, '');
  const open: string[] = [];
  return passage.replaceAll(RUN, (run, at: number) => {
    const before = passage.slice(0, at).at(-1) ?? '';
    const after = passage.charAt(at + run.length);
    if (open.at(-1) === run) {
      open.pop();
      return isPunctuation(before) && isLetter(after) ? `${run} ` : run;
    }
    open.push(run);
    return isLetter(before) && isPunctuation(after) ? ` ${run}` : run;
  });
}

const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
