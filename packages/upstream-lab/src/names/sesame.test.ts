import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { STARS } from '../content/stars.ts';
import { readOptions, sesameText, sesameXml } from './sesame.ts';

const recorded = join(import.meta.dirname, '../../../../../shared/data/sesame');
const ifRecorded = existsSync(recorded) ? test : test.skip;

/** The sequence of different tags, outermost first. */
const tags = (xml: string) => new Set([...xml.matchAll(/<([A-Za-z]+)[\s>]/g)].map(([, tag]) => tag));

ifRecorded('writes only elements that the real resolver writes (skipped without the recorded answers)', () => {
  const real = readFileSync(join(recorded, 'xml_oxp_VSNA_three_targets.xml'), 'utf8');
  const documented = ['plx', 'spType', 'mag'];
  const ours = tags(sesameXml(['Vega', 'no such star'], readOptions('xpIF', 'SNV')));
  expect([...ours].filter((tag) => !tags(real).has(tag) && !documented.includes(tag ?? ''))).toEqual([]);
});

test('gives the coordinates of a star by any of its names, and none for a stranger', () => {
  const xml = sesameXml(['vega', 'HD172167', 'α Lyr', 'nobody'], readOptions('xp', 'SNV'));
  expect(xml.match(/<jradeg>279\.23473000<\/jradeg>/g)).toHaveLength(3);
  expect(xml.match(/\*\*\* Nothing found \*\*\*/g)).toHaveLength(3);
});

test('says once that nothing was found when one database was asked', () => {
  const xml = sesameXml(['nobody'], readOptions('x', 'V'));
  expect(xml).not.toContain('<Resolver');
  expect(xml.match(/Nothing found/g)).toHaveLength(1);
});

test('writes sexagesimal positions that are the decimal ones', () => {
  for (const { mainName, raDeg, decDeg } of STARS) {
    const position = /%J (\S+) (\S+) = (\d+):(\d+):([\d.]+) ([+-])(\d+):(\d+):([\d.]+)/.exec(sesameText(mainName));
    const [, , , h, m, s, sign, d, arcmin, arcsec] = position ?? [];
    expect((Number(h) + Number(m) / 60 + Number(s) / 3600) * 15).toBeCloseTo(raDeg, 4);
    expect((sign === '-' ? -1 : 1) * (Number(d) + Number(arcmin) / 60 + Number(arcsec) / 3600)).toBeCloseTo(decDeg, 4);
  }
});

test('gives aliases and magnitudes only when asked', () => {
  expect(sesameXml(['Vega'], readOptions('x', 'S'))).not.toMatch(/<alias>|<mag /);
  expect(sesameXml(['Vega'], readOptions('xIF', 'S'))).toMatch(/<mag band="V"><v>0.03<\/v>[^]*<alias>Vega<\/alias>/);
});
