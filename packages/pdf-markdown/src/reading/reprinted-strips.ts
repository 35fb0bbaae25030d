import { OVERPRINT, type Strip } from './strip-builder.ts';

/** Maximum distance between a reprint and the first print, counted in strips with the same first word. */
const RECENT = 20;

/**
 * Drops strips that were printed a second time a fraction of a point away. These reprints make text look bold. The
 * first print keeps the marks of overprinted glyphs.
 */
export function withoutReprints(strips: readonly Strip[]): readonly Strip[] {
  const printed = new Map<string, Strip[]>();
  return strips.filter((strip) => {
    const key = strip.words[0]?.text ?? '';
    const same = printed.get(key);
    const first = same?.slice(-RECENT).find((one) => isReprint(one, strip));
    if (first === undefined) {
      if (same === undefined) printed.set(key, [strip]);
      else same.push(strip);
      return true;
    }
    if (first.x !== strip.x || first.y !== strip.y) for (const glyph of first.glyphs) glyph.isOverprinted = true;
    return false;
  });
}

/** Returns whether the strips have the same text at the same place. */
function isReprint(one: Strip, other: Strip): boolean {
  const reach = OVERPRINT * other.size;
  return (
    one.size === other.size &&
    Math.abs(one.x - other.x) < reach &&
    Math.abs(one.y - other.y) < reach &&
    one.words.length === other.words.length &&
    one.words.every(({ text }, i) => text === other.words[i]?.text)
  );
}
