import { readBibtexNames } from './bibtex-names.ts';
import { readName, type Name } from './reference.ts';

/**
 * Parses the names in a table cell. Semicolons or bars separate the names, or commas separate whole names (`Åsa Brandt,
 * J. K. van der Meer`, `Brandt A, van der Meer JK.`).
 */
export function namesIn(text: string): Name[] {
  if (/[;|]/.test(text)) {
    const names = parted(text, /[;|]/);
    // If the other names have a comma, a name without a comma is a group.
    return names.some((name) => name.includes(',')) ? names.map(readName) : names.flatMap(readWholeName);
  }
  const parts = parted(text, ',');
  const areWhole = parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part));
  if (areWhole) return parts.flatMap((part) => readWholeName(part.replace(/^and\s/, '')));
  return parts.length === 1 ? readWholeName(text.trim()) : readBibtexNames(text);
}

function parted(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Parses a name without a comma. Initials follow the last name, or the last name is at the end, possibly with
 * particles.
 */
export function readWholeName(text: string): Name[] {
  const initials = readInitials(text);
  return initials === undefined ? readBibtexNames(text) : [initials];
}

/** Parses `Rappaport SA Jr`. Initials follow the name without a comma. */
export function readInitials(text: string): Name | undefined {
  const found = /^([^\s,][^,]*?) (\p{Lu}{1,4})(?: (Jr|Sr|\dnd|\drd|\dth))?\.?$/u.exec(text);
  const [, family, initials, suffix] = found ?? [];
  if (family === undefined || initials === undefined) return undefined;
  const given = initials.replaceAll(/./gu, '$&. ').trim();
  return { family, given, ...(suffix === undefined ? {} : { suffix }) };
}
