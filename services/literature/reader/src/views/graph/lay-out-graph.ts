import type { CitationGraph } from '@almagest/contracts/literature';

type GraphPaper = CitationGraph['papers'][number];

/** A paper with its column, one per year, and its row, both from 0. */
export interface PlacedPaper {
  readonly paper: GraphPaper;
  /** The index of the paper, which links refer to. */
  readonly place: number;
  readonly column: number;
  readonly row: number;
  /** Indexes of the papers in the graph that this paper cites, and that cite it. */
  readonly cites: readonly number[];
  readonly citedBy: readonly number[];
}

export interface GraphLayout {
  readonly placed: readonly PlacedPaper[];
  readonly years: readonly string[];
  readonly rows: number;
}

/** Rounds that move papers towards the papers they are linked to. Further rounds change little. */
const ROUNDS = 4;

/**
 * Places the linked papers. Each year is a column, and a paper's height is the average height of the papers it is
 * linked to. This keeps links short and reduces crossings.
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
  // Move one year at a time. Two years that move at once could swap places forever.
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
