import { fromTex } from './from-tex.ts';
import type { Name } from './reference.ts';

/** Splits a value at a separator outside braces. */
export function splitOutside(value: string, isSeparator: (value: string, place: number) => number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let place = 0; place < value.length; place += 1) {
    const sign = value[place];
    if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    const length = depth === 0 ? isSeparator(value, place) : 0;
    if (length === 0) continue;
    parts.push(value.slice(start, place));
    start = place + length;
    place = start - 1;
  }
  return [...parts, value.slice(start)];
}

const AND = /\s+and(?=\s)/iy;

function isAnd(value: string, place: number): number {
  if (!/\s/.test(value[place] ?? '')) return 0;
  AND.lastIndex = place;
  return AND.exec(value)?.[0].length ?? 0;
}

const at = (sign: string) => (value: string, place: number) => (value[place] === sign ? 1 : 0);
const blank = (value: string, place: number) => (/[\s~]/.test(value[place] ?? '') ? 1 : 0);

/** Parses the names of `author` and `editor`. `and others` becomes the literal name `others`. */
export function readBibtexNames(value: string): Name[] {
  // TeX skips the blank between a letter command and the next letter.
  const joined = value
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\\(?:[LloO]|AA|aa|AE|ae|OE|oe|ss|DH|dh|DJ|dj|NG|ng|TH|th)) (?=[a-z])/g, '{$1}');
  return splitOutside(joined, isAnd)
    .flatMap(listedNames)
    .map((name) => name.trim().replaceAll(STRAY_AND, '').trim())
    .filter((name) => name !== '')
    .map(readOne);
}

/** Matches a whole name such as `J. Doe`: initials before another word. */
const FORWARD = /^(?:\p{Lu}\p{Ll}?\.[ ~-]?)+ ?\S/u;
const INITIALS = /^(?:(?:\p{Lu}\p{Ll}?\.[ ~-]?){1,5}|\p{Lu}{1,3})$/u;
const ET_AL = /[\s,~]{1,3}et\s{1,3}al\.?$/i;
const STRAY_AND = /^(?:and\s{1,3})+|\s{1,3}and$/gi;

/**
 * Splits names that a source joined without `and`, which BibTeX requires. Splits at semicolons, or at commas if
 * initials show where each name begins.
 */
function listedNames(value: string): string[] {
  const names = splitOutside(value, (text, place) => (text[place] === ';' && !isEntity(text, place) ? 1 : 0));
  return names.flatMap((name) => {
    const named = name.replace(ET_AL, '');
    const all = commaNames(splitOutside(named, at(',')).map((part) => part.trim())) ?? [named];
    return named === name ? all : [...all, 'others'];
  });
}

function isEntity(text: string, place: number): boolean {
  return /&#?\w{1,10}$/.test(text.slice(Math.max(0, place - 12), place));
}

function commaNames(given: readonly string[]): string[] | undefined {
  const parts = given.length > 2 && given.at(-1) === '' ? given.slice(0, -1) : given;
  if (parts.length > 1 && parts.every((part) => FORWARD.test(part))) return [...parts];
  const isPaired =
    parts.length > 3 &&
    parts.length % 2 === 0 &&
    parts.every((part, place) => (place % 2 === 0 ? !INITIALS.test(part) && part !== '' : INITIALS.test(part)));
  if (!isPaired) return undefined;
  return parts.flatMap((part, place) => (place % 2 === 0 ? [`${part}, ${parts[place + 1] ?? ''}`] : []));
}

/**
 * Suffixes of names. BibTeX has three forms of names: `First von Last`, `von Last, First` and `von Last, Jr, First`
 * (Patashnik 1988, 'BibTeXing'). A name entirely in braces is literal.
 */
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;

function readOne(name: string): Name {
  const parts = splitOutside(name, at(',')).map((part) => part.trim());
  if (parts.every((part) => part.includes('='))) return readNamedParts(parts) ?? { literal: fromTex(name) };
  if (parts.length === 1) return readForward(name);
  const [last = '', middle = '', ...rest] = parts;
  // Some programs write `First Last, Jr.` or `Last, Jr.`
  if (rest.length === 0 && SUFFIX.test(middle)) return { ...familyFirst(readForward(last)), suffix: middle };
  // BibTeX expects `Last, Jr., First`, but some programs write `Last, First, Jr.`
  const isInOrder = rest.length > 0 && (SUFFIX.test(middle) || !SUFFIX.test(rest.join(', ')));
  const [given, suffix] = isInOrder ? [rest.join(', '), middle] : [middle, rest.join(', ')];
  const family = fromTex(last);
  if (family === '') return { literal: fromTex(name) };
  return { family, given: fromTex(given), ...(suffix === '' ? {} : { suffix: fromTex(suffix) }) };
}

/** Parses biblatex's form: `family=Marel, given=Roeland, prefix=van der, useprefix=true`. */
function readNamedParts(parts: readonly string[]): Name | undefined {
  const named = new Map(
    parts.map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim().toLowerCase(), fromTex(part.slice(equals + 1))] as const;
    }),
  );
  const of = (part: string) => named.get(part) ?? '';
  const family = [of('prefix'), of('family')].filter((part) => part !== '').join(' ');
  if (family === '') return undefined;
  return { family, given: of('given'), ...(of('suffix') === '' ? {} : { suffix: of('suffix') }) };
}

/** Matches a group that a program wrote without braces. */
const GROUP = /\s(?:collaboration|consortium|team)$/i;

function readForward(name: string): Name {
  const words = splitOutside(name, blank).filter((word) => word !== '');
  if (words.length < 2 || GROUP.test(name)) return { literal: fromTex(name) };
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const isReversed = (words.length === 2 && words.every((word) => EAST_ASIAN.test(word))) || endsWithInitials(words);
  if (isReversed) {
    const given = words.findIndex((word, place) => place > 0 && (EAST_ASIAN.test(word) || INITIAL.test(word)));
    return nameOf(words.slice(0, given), words.slice(given), suffix);
  }
  // Particles begin in lower case: `Ludwig van Beethoven`.
  const particle = words.findIndex((word, place) => place > 0 && place < words.length - 1 && /^[a-zß-ÿ]/.test(word));
  const first = particle < 0 ? words.length - 1 : particle;
  return nameOf(words.slice(first), words.slice(0, first), suffix);
}

function nameOf(family: readonly string[], given: readonly string[], suffix: string | undefined): Name {
  return {
    family: fromTex(family.join(' ')),
    given: fromTex(given.join(' ')),
    ...(suffix === undefined ? {} : { suffix }),
  };
}

const INITIAL = /^(?:\p{Lu}\.-?)+$/u;
/** In these scripts, the family name comes first. */
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Returns whether a name is a family name followed by initials, without the comma that BibTeX requires: `Moss A. B.` */
function endsWithInitials(words: readonly string[]): boolean {
  const first = words.findIndex((word) => INITIAL.test(word));
  return first > 0 && words.slice(first).every((word) => INITIAL.test(word));
}

function familyFirst(name: Name): Exclude<Name, { literal: string }> {
  return 'literal' in name ? { family: name.literal, given: '' } : name;
}
