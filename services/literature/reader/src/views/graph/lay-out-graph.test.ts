import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { layOutGraph } from './lay-out-graph.ts';

const graph = fc
  .array(fc.constantFrom('', '1998', '2004', '2019'), { minLength: 2, maxLength: 30 })
  .chain((years) => {
    const place = fc.nat(years.length - 1);
    const link = fc.record({ citing: place, cited: place }).filter(({ citing, cited }) => citing !== cited);
    return fc.tuple(fc.constant(years), fc.array(link, { maxLength: 40 }));
  })
  .map(([years, links]) => ({
    papers: years.map((year, place) => ({
      bibcode: String(place),
      title: '',
      author: '',
      year,
      citation_count: place * 7,
      has_references: true,
    })),
    links,
  }));

test('places linked papers, or all papers, in the column of their year without overlap', () => {
  fc.assert(
    fc.property(graph, fc.boolean(), ({ papers, links }, isAll) => {
      const { placed, years, width, height } = layOutGraph({ papers, links }, isAll);
      const linked = new Set(links.flatMap(({ citing, cited }) => [citing, cited]));
      expect(new Set(placed.map(({ place }) => place))).toEqual(isAll ? new Set(papers.keys()) : linked);
      expect(years.map(({ year }) => year)).toEqual(years.map(({ year }) => year).toSorted());
      for (const { paper, x, y, radius } of placed) {
        expect(years).toContainEqual({ year: paper.year, x });
        expect(Math.min(x - radius, y - radius, width - x - radius, height - y - radius)).toBeGreaterThan(0);
      }
      for (const [index, one] of placed.entries())
        for (const other of placed.slice(index + 1))
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.radius);
    }),
    { numRuns: 30 },
  );
});

test('draws papers with more citations larger', () => {
  const paper = (year: string, citation_count: number) => ({
    bibcode: year,
    year,
    title: '',
    author: '',
    citation_count,
    has_references: true,
  });
  const papers = [paper('2001', 0), paper('2002', 40), paper('2003', 900)];
  const radii = layOutGraph({ papers, links: [] }, true).placed.map(({ radius }) => radius);
  expect(radii).toEqual(radii.toSorted((a, b) => a - b));
  expect(new Set(radii).size).toBe(3);
});
