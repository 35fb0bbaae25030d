import type { CitationGraph } from '@almagest/contracts/literature';

type GraphPaper = CitationGraph['papers'][number];

/** A paper with its column, which is its year, and its row there; both from 0. */
export interface PlacedPaper {
  readonly paper: GraphPaper;
  /** Its place in the list of papers, by which links name it. */
  readonly place: number;
  readonly column: number;
  readonly row: number;
  /** The papers of the graph that it cites, and those that cite it, by their places. */
  readonly cites: readonly number[];
  readonly citedBy: readonly number[];
}

export interface GraphLayout {
  readonly placed: readonly PlacedPaper[];
  readonly years: readonly string[];
  readonly rows: number;
}

/** Rounds in which papers move towards those that they are linked with. After a few, little changes. */
const ROUNDS = 4;

/**
 * Places the papers that have links: each year is a column, and within a year a paper stands as high as the papers that
 * it cites or that cite it do on average, which makes links short and few of them cross.
 */
export function layOutGraph({ papers, links }: Pick<CitationGraph, 'papers' | 'links'>): GraphLayout {
  const cites = Map.groupBy(links, ({ citing }) => citing);
  const citedBy = Map.groupBy(links, ({ cited }) => cited);
  const citesOf = (place: number) => (cites.get(place) ?? []).map(({ cited }) => cited);
  const citedByOf = (place: number) => (citedBy.get(place) ?? []).map(({ citing }) => citing);
  const linked = papers.map((_, place) => place).filter((place) => cites.has(place) || citedBy.has(place));
  const yearOf = (place: number) => papers[place]?.year ?? '';
  const columns = Map.groupBy(linked, yearOf);
  const years = [...columns.keys()].toSorted();
  const rows = new Map<number, number>();
  const order = (year: string, heightOf: (place: number) => number) => {
    const column = (columns.get(year) ?? []).toSorted((a, b) => heightOf(a) - heightOf(b) || a - b);
    for (const [row, place] of column.entries()) rows.set(place, row);
  };
  for (const year of years) order(year, (place) => place);
  // One year after the other, each by where the others stand now: two that moved at once would pass each other for ever.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const year of years) order(year, (place) => meanOf([...citesOf(place), ...citedByOf(place)], rows));
  const placed = linked.flatMap((place): PlacedPaper[] => {
    const paper = papers[place];
    return paper === undefined
      ? []
      : [
          {
            paper,
            place,
            column: years.indexOf(paper.year),
            row: rows.get(place) ?? 0,
            cites: citesOf(place),
            citedBy: citedByOf(place),
          },
        ];
  });
  return { placed, years, rows: Math.max(0, ...placed.map(({ row }) => row + 1)) };
}

function meanOf(places: readonly number[], rows: ReadonlyMap<number, number>): number {
  return places.reduce((sum, place) => sum + (rows.get(place) ?? 0), 0) / Math.max(1, places.length);
}
