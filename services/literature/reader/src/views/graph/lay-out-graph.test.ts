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
      citation_count: 0,
      has_references: true,
    })),
    links,
  }));

test('gives every linked paper its own place in the column of its year, and places no other paper', () => {
  fc.assert(
    fc.property(graph, ({ papers, links }) => {
      const { placed, years, rows } = layOutGraph({ papers, links });
      const linked = new Set(links.flatMap(({ citing, cited }) => [citing, cited]));
      expect(new Set(placed.map(({ place }) => place))).toEqual(linked);
      expect(placed).toHaveLength(linked.size);
      expect(new Set(placed.map(({ column, row }) => `${column} ${row}`)).size).toBe(linked.size);
      expect(years).toEqual(years.toSorted());
      for (const { paper, column, row } of placed) {
        expect(years[column]).toBe(paper.year);
        expect(row).toBeLessThan(rows);
      }
    }),
  );
});

test('puts a paper next to the one that it cites', () => {
  const paper = (bibcode: string, year: string) => ({
    bibcode,
    year,
    title: '',
    author: '',
    citation_count: 0,
    has_references: true,
  });
  const papers = [paper('a', '2001'), paper('b', '2001'), paper('of b', '2010'), paper('of a', '2010')];
  const links = [
    { citing: 2, cited: 1 },
    { citing: 3, cited: 0 },
  ];
  const rowOf = new Map(layOutGraph({ papers, links }).placed.map(({ paper: { bibcode }, row }) => [bibcode, row]));
  expect(rowOf.get('of a')).toBe(rowOf.get('a'));
  expect(rowOf.get('of b')).toBe(rowOf.get('b'));
});
