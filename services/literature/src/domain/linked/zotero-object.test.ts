import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileFault, parentsFirst, readHighlight, readItem } from './zotero-object.ts';

const item = (data: object) => {
  const read = readItem({ version: 1, data: { key: 'ABCD2345', itemType: 'annotation', ...data } });
  if (read === undefined) throw new Error('not an item');
  return read;
};

test('collections are sorted parents first, and none is listed twice', () => {
  const key = fc.constantFrom<string>('a', 'b', 'c', 'd', 'e');
  const tree = fc.uniqueArray(fc.record({ key, parent: fc.constantFrom('', 'a', 'b', 'c', 'd', 'gone') }), {
    selector: (one) => one.key,
  });
  fc.assert(
    fc.property(tree, (all) => {
      const sorted = parentsFirst(all).map((one) => one.key);
      expect(new Set(sorted).size).toBe(sorted.length);
      for (const { key: own, parent } of all)
        if (sorted.includes(own) && sorted.includes(parent))
          expect(sorted.indexOf(parent)).toBeLessThan(sorted.indexOf(own));
    }),
  );
});

test('highlights keep their text, page and nearest colour', () => {
  const marked = { annotationText: ' two\nwords ', annotationPageLabel: '7', annotationColor: '#FF6666' };
  expect(readHighlight(item(marked), 'mine')).toEqual({ selected: 'two words', text: 'mine (p. 7)', colour: 'pink' });
  expect(readHighlight(item({ annotationType: 'ink', annotationPageLabel: '7' }), '')).toBeUndefined();
});

test('files that cannot be imported have a reason', () => {
  expect(fileFault(item({ linkMode: 'imported_file', contentType: 'application/pdf' }))).toBeUndefined();
  expect(fileFault(item({ linkMode: 'linked_file', contentType: 'application/pdf' }))).toMatch(/computer/);
  expect(fileFault(item({ linkMode: 'imported_url', contentType: 'text/html' }))).toMatch(/text\/html/);
});

test('anything that is not an item is ignored', () => {
  for (const value of [{}, { data: null }, { version: '1', data: { key: 'A', itemType: 'note' } }])
    expect(readItem(value)).toBeUndefined();
});
