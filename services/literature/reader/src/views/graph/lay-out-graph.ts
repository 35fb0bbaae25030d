import type { CitationGraph } from '@almagest/contracts/literature';
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceY, type SimulationNodeDatum } from 'd3-force';

type GraphPaper = CitationGraph['papers'][number];

/** A paper with its place, in CSS pixels. */
export interface PlacedPaper {
  readonly paper: GraphPaper;
  /** The index of the paper, which links refer to. */
  readonly place: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Indexes of the papers in the graph that this paper cites, and that cite it. */
  readonly cites: readonly number[];
  readonly citedBy: readonly number[];
}

export interface GraphLayout {
  readonly placed: readonly PlacedPaper[];
  readonly years: readonly { readonly year: string; readonly x: number }[];
  readonly width: number;
  readonly height: number;
}

/** Distance between two years, and the width of a label. */
const YEAR_PX = 130;
/** Room around the papers, with the years at the top. */
const MARGIN_PX = 60;
/** Room for the label below a paper. */
const LABEL_PX = 16;
/** Steps of the simulation. More steps would change little. */
const STEPS = 200;

const NEAR_MIDDLE = 0.04;

/**
 * Returns the radius of a paper's disc. A paper with 100 citations has four times the radius of a paper without
 * citations.
 */
function radiusOf({ citation_count: count }: GraphPaper): number {
  return Math.min(30, 6 + 1.8 * Math.sqrt(count));
}

/**
 * Places papers by forces: links attract papers, and papers repel each other. Each paper stays in the column of its
 * year, with the oldest on the left.
 *
 * @param isAll also places papers without links
 */
export function layOutGraph({ papers, links }: Pick<CitationGraph, 'papers' | 'links'>, isAll: boolean): GraphLayout {
  const cites = Map.groupBy(links, ({ citing }) => citing);
  const citedBy = Map.groupBy(links, ({ cited }) => cited);
  const shown = [...papers.entries()].filter(([place]) => isAll || cites.has(place) || citedBy.has(place));
  const years = [...new Set(shown.map(([, { year }]) => year))].toSorted();
  const xOf = new Map(years.map((year, column) => [year, MARGIN_PX + column * YEAR_PX]));
  const nodes = shown.map(([place, paper]): Node => {
    const x = xOf.get(paper.year) ?? 0;
    return { place, paper, radius: radiusOf(paper), x, fx: x, y: place % 2 === 0 ? place : -place };
  });
  settle(nodes, links);
  const top = Math.min(0, ...nodes.map(({ y, radius }) => y - radius)) - MARGIN_PX;
  const placed = nodes.map(({ place, paper, radius, x, y }): PlacedPaper => ({
    place,
    paper,
    radius,
    x,
    y: y - top,
    cites: (cites.get(place) ?? []).map(({ cited }) => cited),
    citedBy: (citedBy.get(place) ?? []).map(({ citing }) => citing),
  }));
  return {
    placed,
    years: years.map((year) => ({ year, x: xOf.get(year) ?? 0 })),
    width: MARGIN_PX + Math.max(0, ...placed.map(({ x, radius }) => x + radius)) + MARGIN_PX,
    height: Math.max(0, ...placed.map(({ y, radius }) => y + radius + LABEL_PX)) + MARGIN_PX,
  };
}

interface Node extends SimulationNodeDatum {
  readonly place: number;
  readonly paper: GraphPaper;
  readonly radius: number;
  x: number;
  y: number;
}

/** Moves the nodes up and down. The library uses fixed random numbers, so the same graph always looks the same. */
function settle(nodes: Node[], links: CitationGraph['links']): void {
  const byPlace = new Map(nodes.map((node) => [node.place, node]));
  const pulls = links.flatMap(({ citing, cited }) => {
    const [source, target] = [byPlace.get(citing), byPlace.get(cited)];
    return source === undefined || target === undefined ? [] : [{ source, target }];
  });
  forceSimulation(nodes)
    .force('link', forceLink(pulls).strength(0.15))
    .force('push', forceManyBody<Node>().strength(-120).distanceMax(400))
    .force('middle', forceY<Node>(0).strength(NEAR_MIDDLE))
    .force(
      'room',
      forceCollide<Node>(({ radius }) => radius + LABEL_PX),
    )
    .stop()
    .tick(STEPS);
}
