/** A range of numbers. An absent end is open. */
export interface NumberRange {
  readonly from?: number;
  readonly to?: number;
}

const SEPARATOR = '..';

/** Parses `5`, `2..8`, `2..` or `..8`, as allowed by the contract's pattern. */
export function parseNumberRange(text: string): NumberRange {
  const at = text.indexOf(SEPARATOR);
  if (at < 0) return { from: Number(text), to: Number(text) };
  const [from, to] = [text.slice(0, at), text.slice(at + SEPARATOR.length)];
  return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) };
}

export function isWithin({ from = -Infinity, to = Infinity }: NumberRange, value: number): boolean {
  return from <= value && value <= to;
}
