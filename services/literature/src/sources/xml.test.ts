import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { childrenOf, readXml, textIn, textOf } from './xml.ts';

const text = fc.stringMatching(/^[a-zà-ü &<>"']{0,20}$/);
const written = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;').replaceAll('"', '&quot;');
const collapsed = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
const prefix = fc.constantFrom('', 'a:', 'atom:');

test('finds elements by their local names and returns their text unchanged', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), prefix, prefix, (names, outer, inner) => {
      const items = names.map((name) => `<${inner}name>\n${written(name)}</${inner}name><other/>`).join('');
      const feed = readXml(`<?xml version="1.0"?><${outer}feed>${items}</${outer}feed><!-- done -->\n`, 'feed');
      expect(feed && childrenOf(feed, 'name').map(textIn)).toEqual(names.map(collapsed));
      expect(feed && textOf(feed, 'name')).toBe(collapsed(names[0] ?? ''));
      expect(feed && textOf(feed, 'missing')).toBe('');
    }),
  );
});

test('rejects a document that is cut off anywhere', () => {
  const whole = '<a:feed xmlns:a="x"><entry><title>On feed></title></entry></a:feed><!-- ====Done==== --> <!-- -->';
  const from = whole.indexOf('</a:feed>') + '</a:feed>'.length;
  expect(readXml(whole, 'feed')).toBeDefined();
  for (let length = 0; length < from; length += 1) expect(readXml(whole.slice(0, length), 'feed')).toBeUndefined();
  expect(readXml(whole.slice(0, from), 'feed')).toBeDefined();
  for (const other of [`${whole} more`, `${whole}<!-- open`, '', '<html></html>', '<feed></feed>x', '</feed>'])
    expect(readXml(other, 'feed')).toBeUndefined();
});

test('does not expand entities that the document defines, and does not fetch any', () => {
  const xml = `<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><feed><t>&a;&b;</t></feed>`;
  const feed = readXml(xml, 'feed');
  expect(feed && textOf(feed, 't')).toBe('&a;&b;');
});

test('reads elements with many children', () => {
  const count = 200_000;
  const feed = readXml(`<feed><t>${'<i>a</i><j k="1 > 0"/>'.repeat(count)}</t></feed>`, 'feed');
  expect(feed && textOf(feed, 't')).toBe('a'.repeat(count));
});

test.each(['<i></j>', '<i a="<">'])('rejects %s nested too deeply', (tag) => {
  const count = 200_000;
  expect(readXml(`<feed>${tag.repeat(count)}${'</i>'.repeat(count)}</feed>`, 'feed')).toBeUndefined();
});

test.each([
  [900, 'b'],
  [20_000, undefined],
])('reads elements nested %i deep, up to a limit', (depth, expected) => {
  const feed = readXml(`<feed><t>${'<i>'.repeat(depth)}b${'</i>'.repeat(depth)}</t></feed>`, 'feed');
  expect(feed && textOf(feed, 't')).toBe(expected);
});
