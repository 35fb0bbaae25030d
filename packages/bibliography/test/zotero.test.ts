import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readLibrary, type ReadLibrary } from '../src/index.ts';

const read = (text: string): ReadLibrary => readLibrary(Buffer.from(text));

function ofFirst(text: string) {
  const [entry] = read(text).entries;
  if (entry === undefined || !('reference' in entry.outcome)) throw new Error('no entry was read');
  return { ...entry.outcome.reference, warnings: entry.warnings };
}

const rdf = (elements: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#"
    xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">${elements}</rdf:RDF>`;

describe('collections', () => {
  /** `parents[n]` is the parent of collection n. */
  const collectionsOf = (parents: readonly (number | undefined)[]) => {
    const parts = (outer: number) =>
      parents.flatMap((parent, n) => (parent === outer ? [`<dcterms:hasPart rdf:resource="#c${n}"/>`] : [])).join('');
    return read(
      rdf(
        parents
          .map((_, n) => `<z:Collection rdf:about="#c${n}"><dc:title>C${n}</dc:title>${parts(n)}</z:Collection>`)
          .join(''),
      ),
    ).collections;
  };

  test('with cycles are all kept, each below its parent, because each cycle is cut once', () => {
    const parents = fc
      .integer({ min: 1, max: 12 })
      .chain((count) =>
        fc.array(fc.option(fc.nat(count - 1), { nil: undefined }), { minLength: count, maxLength: count }),
      );
    fc.assert(
      fc.property(parents, (around) => {
        const paths = collectionsOf(around);
        const all = new Set(paths.flatMap((path) => path.map((_, depth) => path.slice(0, depth + 1).join('/'))));
        expect(all.size).toBe(around.length);
        for (const path of paths)
          for (const [depth, name] of path.entries())
            if (depth > 0) expect(path[depth - 1]).toBe(`C${around[Number(name.slice(1))]}`);
        // The number of cuts equals the number of cycles.
        const outermost = paths.filter(({ length }) => length === 1).length;
        expect(outermost).toBe(around.filter((parent) => parent === undefined).length + countRings(around));
      }),
    );
  });

  test('of any depth are read, up to a depth of sixty-four', () => {
    const paths = collectionsOf(Array.from({ length: 3_000 }, (_, n) => (n === 0 ? undefined : n - 1)));
    expect(paths).toHaveLength(3_000);
    expect(Math.max(...paths.map(({ length }) => length))).toBe(64);
  });
});

/** Counts the cycles of the parent relation. */
function countRings(around: readonly (number | undefined)[]): number {
  const rings = around.flatMap((_, start) => {
    const ring: number[] = [];
    for (let at = around[start]; at !== undefined && !ring.includes(at); at = around[at]) ring.push(at);
    return ring.includes(start) ? [ring.toSorted((a, b) => a - b).join(' ')] : [];
  });
  return new Set(rings).size;
}

describe('annotations of files are notes', () => {
  const annotation = {
    annotationType: 'highlight',
    annotationText: 'Winds are clumped.',
    annotationComment: 'see <b>Fig. 3</b>',
    annotationPageLabel: '12',
  };
  const note = '“Winds are clumped.” see Fig. 3 (p. 12)';

  test('in the JSON of Better BibTeX', () => {
    const items = [
      {
        itemType: 'book',
        title: 'T',
        notes: [{ note: '<p>Of the book</p>' }],
        attachments: [{ path: 'a.pdf', annotations: [annotation, { annotationType: 'ink' }] }],
      },
    ];
    expect(ofFirst(JSON.stringify({ items })).notes).toEqual(['Of the book', note]);
  });

  test('among the items of the API, which has only the keys of collections', () => {
    const items = [
      { key: 'A', data: { key: 'A', itemType: 'book', title: 'T', collections: ['X', 'Y'] } },
      { key: 'B', data: { key: 'B', itemType: 'attachment', parentItem: 'A', filename: 'a.pdf' } },
      { key: 'C', data: { key: 'C', itemType: 'annotation', parentItem: 'B', ...annotation } },
    ];
    expect(ofFirst(JSON.stringify(items))).toMatchObject({
      notes: [note],
      files: [{ path: 'a.pdf' }],
      warnings: ['it is in 2 collections that the file does not name'],
    });
  });
});

test.each([
  ['journalArticle', '6', { issue: '6', number: '', preprintId: '' }],
  ['report', 'TR-7', { issue: '', number: 'TR-7', preprintId: '' }],
  ['preprint', 'arXiv:2101.00001', { issue: '', number: '', preprintId: '2101.00001' }],
])('RDF uses one name for the numbers of all types: %s %s', (type, number, expected) => {
  const item = `<rdf:Description rdf:about="#a"><z:itemType>${type}</z:itemType><dc:title>T</dc:title><prism:number>${number}</prism:number></rdf:Description>`;
  expect(ofFirst(rdf(item))).toMatchObject(expected);
});
