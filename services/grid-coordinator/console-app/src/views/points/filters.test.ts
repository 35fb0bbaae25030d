import { expect, test } from '@jest/globals';
import { filtersOf, readPointsSearch, rearmRequestOf } from './filters.ts';

test('keeps of an address what the list knows, and nothing that is no text', () => {
  const address = { status: 'failed', teff: '5..8', sort: 'teff', order: 'desc', from: '200', other: 'x', q: '' };
  expect(readPointsSearch(address)).toEqual({
    status: 'failed',
    teff: '5..8',
    sort: 'teff',
    order: 'desc',
    from: '200',
  });
  expect(readPointsSearch({ sort: 'name', order: 'asc', from: '-1', wave: 3 })).toEqual({});
});

test('leaves sorting and place out of the filters', () => {
  expect(filtersOf({ status: 'failed', sort: 'teff', from: '200' })).toEqual({ status: 'failed' });
});

test('computes again only what can be: failed points, and converged ones that are unfit', () => {
  expect(rearmRequestOf({ status: 'failed', wave: '3' })).toEqual({ status: 'failed', wave: 3 });
  expect(rearmRequestOf({ unfit: 'true', status: 'converged', teff: '5..8' })).toEqual({ unfit: true, teff: '5..8' });
  expect(rearmRequestOf({})).toBeUndefined();
  expect(rearmRequestOf({ status: 'converged' })).toBeUndefined();
  expect(rearmRequestOf({ status: 'failed', unfit: 'true' })).toBeUndefined();
  expect(rearmRequestOf({ status: 'failed', retired: 'true' })).toBeUndefined();
});
