import { expect, test } from '@jest/globals';
import type { FullTextSource, WantedPaper } from './full-text-source.ts';
import { candidatesOf, FULL_TEXT_SOURCES } from './sources.ts';

const SOURCES: readonly FullTextSource[] = FULL_TEXT_SOURCES;
const paper: WantedPaper = {
  bibcode: '2013A&A...552A.143S',
  preprintId: 'astro-ph/0307557',
  doi: '10.1051/0004-6361/1',
};

test('no two sources share a name or a variable', () => {
  expect(new Set(SOURCES.map(({ name }) => name)).size).toBe(SOURCES.length);
  expect(new Set(SOURCES.map(({ setting }) => setting.name)).size).toBe(SOURCES.length);
});

test.each(SOURCES.map((source) => [source.name, source] as const))(
  '%s uses only its own address, and returns nothing for papers without a name',
  (_, source) => {
    const found = (['html', 'pdf'] as const).map((type) => source.candidates(paper, type, 'https://host.example/base'));
    expect(found.flat()).not.toEqual([]);
    for (const [index, type] of (['html', 'pdf'] as const).entries())
      for (const candidate of found[index] ?? []) {
        expect(candidate.type).toBe(type);
        expect(candidate.url).toMatch(/^https:\/\/host\.example\/base\//);
      }
    const nameless = { bibcode: '', preprintId: '', doi: '' };
    expect(source.candidates(nameless, 'pdf', 'https://host.example')).toEqual([]);
    expect(source.candidates(nameless, 'html', 'https://host.example')).toEqual([]);
  },
);

test('the official HTML comes before the mirror', () => {
  const urls = { preprint_web: 'https://site.example', mirror: 'https://mirror.example' };
  expect(candidatesOf(paper, 'html', urls).map(({ name }) => name)).toEqual(['official HTML', 'HTML mirror']);
});
