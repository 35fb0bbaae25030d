import { expect, test } from '@jest/globals';
import { load } from 'cheerio/slim';
import fc from 'fast-check';
import { atomFeed } from './atom-feed.ts';

/** Returns the text as an XML parser reads it: without invalid characters, and with normalised line ends. */
const readBack = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .trim();

test('text of a paper never becomes markup in the feed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('<script>', ']]>', '&amp;', '"/><x '),
  );
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (title, summary, authors) => {
      const entry = {
        id: 'urn:uuid:7d3c2c1e-0000-4000-8000-000000000000',
        title,
        authors,
        summary,
        published: '2026-01-31T12:00:00.000Z',
        address: `http://x/read/${encodeURIComponent(title.toWellFormed())}`,
        elsewhere: '',
      };
      const xml = atomFeed({
        id: 'urn:x',
        title,
        updated: entry.published,
        address: 'http://x/?a=1&b="',
        entries: [entry],
      });
      const feed = load(xml, { xml: true });
      expect(feed('feed > title').text().trim()).toBe(readBack(title));
      expect(feed('feed > entry').length).toBe(1);
      expect(feed('entry > title').text().trim()).toBe(readBack(title));
      expect(feed('entry > summary').text().trim()).toBe(readBack(summary));
      expect(feed('entry > author').length).toBe(authors.length);
      expect(feed('feed > link').attr('href')).toBe('http://x/?a=1&b="');
    }),
  );
});
