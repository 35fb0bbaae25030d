import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { expect, test } from '@jest/globals';
import { STARS } from '../content/stars.ts';
import { readOptions, sesameText, sesameXml } from './sesame.ts';

/** Returns the sequence of different tags, outermost first. */
const tags = (xml: string) => new Set([...xml.matchAll(/<([A-Za-z]+)[\s>]/g)].map(([, tag]) => tag));

testRecorded('writes only elements that the real resolver writes', () => {
  const real = readRecorded('sesame/xml_oxp_VSNA_three_targets.xml');
  const documented = ['plx', 'spType', 'mag'];
  const ours = tags(sesameXml(['Vega', 'no such star'], readOptions('xpIF', 'SNV')));
  expect([...ours].filter((tag) => !tags(real).has(tag) && !documented.includes(tag ?? ''))).toEqual([]);
});

test('returns the coordinates of a star by any of its names, and none for an unknown name', () => {
  const xml = sesameXml(['vega', 'HD172167', 'α Lyr', 'nobody'], readOptions('xp', 'SNV'));
  expect(xml.match(/<jradeg>279\.23473000<\/jradeg>/g)).toHaveLength(3);
  expect(xml.match(/\*\*\* Nothing found \*\*\*/g)).toHaveLength(3);
});

test('reports once that nothing was found if only one database is queried', () => {
  const xml = sesameXml(['nobody'], readOptions('x', 'V'));
  expect(xml).not.toContain('<Resolver');
  expect(xml.match(/Nothing found/g)).toHaveLength(1);
});

test('writes sexagesimal positions that equal the decimal ones', () => {
  for (const { mainName, raDeg, decDeg } of STARS) {
    const position = /%J (\S+) (\S+) = (\d+):(\d+):([\d.]+) ([+-])(\d+):(\d+):([\d.]+)/.exec(sesameText(mainName));
    const [, , , h, m, s, sign, d, arcmin, arcsec] = position ?? [];
    expect((Number(h) + Number(m) / 60 + Number(s) / 3600) * 15).toBeCloseTo(raDeg, 4);
    expect((sign === '-' ? -1 : 1) * (Number(d) + Number(arcmin) / 60 + Number(arcsec) / 3600)).toBeCloseTo(decDeg, 4);
  }
});

test('returns aliases and magnitudes only if requested', () => {
  expect(sesameXml(['Vega'], readOptions('x', 'S'))).not.toMatch(/<alias>|<mag /);
  expect(sesameXml(['Vega'], readOptions('xIF', 'S'))).toMatch(/<mag band="V"><v>0.03<\/v>[^]*<alias>Vega<\/alias>/);
});
