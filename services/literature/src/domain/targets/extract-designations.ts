import { messierObjects, shownObjects } from './messier.ts';
import { numberedNames } from './numbered-names.ts';
import { positionNames } from './position-names.ts';
import { makeReadable, type Span } from './readable-text.ts';
import { surroundingsOf, type Designation, type Rule, type Surroundings } from './rule.ts';
import { solarSystem } from './solar-system.ts';
import { starNames } from './star-names.ts';
import { structuredNames } from './structured-names.ts';
import { brightSources, transients } from './transients.ts';

export interface FoundDesignation extends Designation {
  readonly count: number;
  /** Offsets of the occurrences in the given text, ascending, in UTF-16 code units. */
  readonly offsets: readonly number[];
}

export interface TextToSearch {
  readonly text: string;
  /** The parts that are not searched, such as the bibliography. */
  readonly skipped?: readonly Span[];
  /** The title and keywords of the paper. They show what the paper is about. */
  readonly subject?: string;
}

interface Sighting extends Designation {
  readonly start: number;
  readonly end: number;
}

const RULES: readonly Rule[] = [
  numberedNames,
  ...structuredNames,
  ...positionNames,
  ...starNames,
  ...transients,
  ...brightSources,
  ...solarSystem,
];

/**
 * Finds the astronomical designations in a text, most frequent first. The time grows linearly with the length of the
 * text.
 */
export function extractDesignations({ text, skipped = [], subject = '' }: TextToSearch): FoundDesignation[] {
  const readable = makeReadable(text, skipped);
  const messier = messierObjects(shownObjects(readable.text, makeReadable(subject).text));
  const sightings = [...RULES, messier].flatMap((rule) => apply(rule, readable.text));
  const found = new Map<string, Designation & { offsets: number[] }>();
  for (const { designation, catalog, start } of withoutOverlaps(sightings)) {
    const entry = found.get(designation) ?? { designation, catalog, offsets: [] };
    entry.offsets.push(readable.origins[start] ?? 0);
    found.set(designation, entry);
  }
  return [...found.values()]
    .map((entry) => ({ ...entry, count: entry.offsets.length }))
    .sort((a, b) => b.count - a.count || (a.offsets[0] ?? 0) - (b.offsets[0] ?? 0));
}

function apply(rule: Rule, text: string): Sighting[] {
  const sightings: Sighting[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const [whole] = match;
    const around = surroundingsOf(text, match.index, whole.length);
    const found = isFalseAlarm(whole, around) ? undefined : rule.read(match, around);
    if (found !== undefined) sightings.push({ ...found, start: match.index, end: match.index + whole.length });
  }
  return sightings;
}

/** Matches the label of a table, figure or section (`Table 3C 5`). */
const LABEL =
  /\b(?:Tables?|Tab\.|Fig(?:ure|s)?\.?|Sect(?:ion|\.)|Sec\.|Appendix|Eqs?\.|Equations?|Panels?|Columns?|Chapters?|Vol\.|Volume|No\.) ?\(?$/i;

/** Matches file names and addresses that contain names of stars. */
const FILE =
  /^[\w./+-]{0,40}\.(?:png|jpe?g|pdf|e?ps|svg|gif|fits?|txt|dat|csv|tsv|tbl|tex|xml|json|gz|zip|tar|hdf5?|h5|py|ipynb|html?)(?![A-Za-z0-9])/i;
const PATH = /[\w.-]\/[\w.-]{1,40}\/(?:[\w.-]{0,40}[.-])?$/;

/** Matches text before numbers of grants and contracts, which are often written as one word. */
const GRANT = /\b(?:grants?|contracts?|awards?|projects?|programme?s?|funded by)\b[^.]{0,25}$/i;

function isFalseAlarm(written: string, { before, after }: Surroundings): boolean {
  return (
    (/^\d/.test(written) && LABEL.test(before)) ||
    (/^[A-Z]+\d/.test(written) && GRANT.test(before)) ||
    (/[./-]$/.test(before) && PATH.test(before)) ||
    FILE.test(after)
  );
}

/** Resolves overlaps. Keeps the designation that begins first. If several begin there, keeps the longest. */
function withoutOverlaps(sightings: readonly Sighting[]): Sighting[] {
  const ordered = sightings.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return ordered.filter((sighting) => {
    if (sighting.start < end) return false;
    end = sighting.end;
    return true;
  });
}
