import { expect, test } from '@jest/globals';
import { ownAddressOf } from './earlier-address.ts';

test.each([
  ['/read/2013A%26A...552A.143S', '', '#/papers/2013A%26A...552A.143S'],
  ['/read/2014zndo..3.1S', '#note-12', '#/papers/2014zndo..3.1S?fragment=note-12'],
  ['/read/2014zndo..3.1S/', '#bib.bib3', '#/papers/2014zndo..3.1S?fragment=bib.bib3'],
  ['/batches', '', '#/synchronisation'],
  ['/app', '#/papers/2014zndo..3.1S?block=3', '#/papers/2014zndo..3.1S?block=3'],
  ['/app', '', ''],
])('redirects %s%s to %s', (pathname, hash, own) => {
  expect(ownAddressOf({ pathname, hash })).toBe(own);
});

test("keeps the reader's current addresses", () => {
  for (const pathname of ['/', '/reader/', '/read/', '/apples'])
    expect(ownAddressOf({ pathname, hash: '#/library?sort=year' })).toBeUndefined();
});
