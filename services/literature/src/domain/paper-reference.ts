import { parsePreprintId, preprintIdOfBibcode } from './preprint-id.ts';

/** What a caller may name a paper by. Each is in its one normal form. */
export interface PaperReference {
  readonly kind: 'bibcode' | 'doi' | 'preprint_id';
  readonly value: string;
}

/** A DOI without resolver or label, in lower case: DOIs are compared without regard to case. */
export function normalDoi(text: string): string | undefined {
  const match = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i.exec(text.trim());
  return match?.[1]?.toLowerCase();
}

/** Nineteen characters that begin with a year; the catalog's own pattern is stricter, and some old codes break it. */
export function isBibcode(text: string): boolean {
  return /^[12]\d{3}[\x21-\x7e]{15}$/.test(text);
}

/** Reads what a caller gave for a paper. A text that is neither is taken for a code: it is then simply not known. */
export function readReference(text: string): PaperReference {
  const trimmed = text.trim();
  const preprint = isBibcode(trimmed) ? undefined : parsePreprintId(trimmed);
  if (preprint !== undefined) return { kind: 'preprint_id', value: preprint };
  const doi = normalDoi(trimmed);
  if (doi !== undefined) return { kind: 'doi', value: doi };
  return { kind: 'bibcode', value: trimmed };
}

/** The preprint that a DOI of the preprint server or a preprint's code stands for. */
export function preprintBehind(reference: PaperReference): string | undefined {
  if (reference.kind === 'preprint_id') return reference.value;
  return reference.kind === 'doi' ? parsePreprintId(reference.value) : preprintIdOfBibcode(reference.value);
}
