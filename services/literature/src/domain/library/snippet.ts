/** A range of a text, in UTF-16 code units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A match of a search in a text, with the index of the matching term. */
export interface Match extends Range {
  readonly term: string;
}

export interface Snippet {
  readonly text: string;
  /** The ranges to highlight, in ascending order and without overlaps. */
  readonly ranges: readonly Range[];
}

const MAX_CHARS = 240;
/** Characters to show before the first match. */
const LEAD = 60;
const CUT = '…';

/** Returns the part of a text with the most different terms, and the matches in it. */
export function snippetOf(text: string, matches: readonly Match[]): Snippet {
  const places = withoutOverlaps(matches);
  const first = bestStart(places);
  const from = wordBoundary(text, Math.max(0, (first?.start ?? 0) - LEAD), first?.start ?? 0);
  const to = endOf(text, from, places);
  const head = from === 0 ? '' : CUT;
  const tail = to === text.length ? '' : CUT;
  const shift = head.length - from;
  return {
    text: `${head}${text.slice(from, to)}${tail}`.toWellFormed(),
    ranges: places
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

function withoutOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (match.start >= (kept.at(-1)?.end ?? 0)) kept.push(match);
  return kept;
}

/**
 * Returns the match at which the best snippet begins. The best snippet has the most different terms and then the most
 * matches.
 */
function bestStart(places: readonly Match[]): Match | undefined {
  let best: { match: Match; terms: number; count: number } | undefined;
  for (const [at, match] of places.entries()) {
    const within: Match[] = [];
    for (let next = at; next < places.length; next += 1) {
      const other = places[next];
      if (other === undefined || other.end > match.start + MAX_CHARS - LEAD) break;
      within.push(other);
    }
    const terms = new Set(within.map(({ term }) => term)).size;
    const count = within.length;
    if (best === undefined || terms > best.terms || (terms === best.terms && count > best.count))
      best = { match, terms, count };
  }
  return best?.match;
}

/** Returns the start of the next word, or `place` if no word starts before `latest`. */
function wordBoundary(text: string, place: number, latest: number): number {
  if (place === 0) return 0;
  for (let at = place; at < latest; at += 1) if (/\s/.test(text.charAt(at))) return at + 1;
  return isInsidePair(text, place) ? place + 1 : place;
}

/** Returns the end of a snippet, after a whole word if possible. Never cuts a match. */
function endOf(text: string, from: number, places: readonly Match[]): number {
  const limit = from + MAX_CHARS;
  if (text.length <= limit) return text.length;
  const crossing = places.find(({ start, end }) => start < limit && end > limit);
  const latest = crossing === undefined ? limit : crossing.start;
  for (let at = latest; at > latest - LEAD && at > from; at -= 1)
    if (/\s/.test(text.charAt(at)) && !places.some(({ start, end }) => start < at && end > at)) return at;
  const cut = latest > from ? latest : limit;
  return isInsidePair(text, cut) ? cut - 1 : cut;
}

/** Returns whether a cut here would split a surrogate pair. */
function isInsidePair(text: string, place: number): boolean {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
