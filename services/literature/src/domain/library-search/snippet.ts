/** A part of a text, in UTF-16 code units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A place of a text that a search has found, and which of its terms it is. */
export interface Match extends Range {
  readonly term: string;
}

export interface Snippet {
  readonly text: string;
  /** What to highlight in the text, in its order, without overlaps. */
  readonly ranges: readonly Range[];
}

const MAX_CHARS = 240;
/** Characters before the first match that are shown. */
const LEAD = 60;
const CUT = '…';

/** The part of a text that has the most different matches, with those that fall into it. */
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

/** The match from which a snippet has the most different terms, then the most matches. */
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

/** The first beginning of a word at or after a place, but not after `latest`. */
function wordBoundary(text: string, place: number, latest: number): number {
  if (place === 0) return 0;
  for (let at = place; at < latest; at += 1) if (/\s/.test(text.charAt(at))) return at + 1;
  return isInsidePair(text, place) ? place + 1 : place;
}

/** Where a snippet ends: at the end of a word, where there is one, and not within a match. */
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

/** Whether a text would be cut between the two units of one character. */
function isInsidePair(text: string, place: number): boolean {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
