import { PointsQuery, RearmRequest } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { expect, test } from '@jest/globals';
import { FILTERS, filtersOf, readPointsSearch, rearmRequestOf, type Filters } from './filters.ts';

const checkRearm = compile(RearmRequest);

test('offers every filter of the point list and no others', () => {
  // `points` is sent by the selection instead of a filter.
  const others = ['sort', 'order', 'limit', 'offset', 'points'];
  expect([...FILTERS, ...others].toSorted()).toEqual(Object.keys(PointsQuery.properties).toSorted());
});

test('keeps only text parameters that the list knows', () => {
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

test('excludes sorting and place from the filters', () => {
  expect(filtersOf({ status: 'failed', sort: 'teff', from: '200' })).toEqual({ status: 'failed' });
});

test.each<[Filters, RearmRequest | undefined]>([
  [
    { status: 'failed', q: 't2', wave: '4' },
    { status: 'failed', q: 't2', wave: 4 },
  ],
  [
    { status: 'failed', teff: '20000..', group: 'ab', node_id: 'n1' },
    { status: 'failed', teff: '20000..', group: 'ab', node_id: 'n1' },
  ],
  [{ unfit: 'true' }, { unfit: true }],
  [
    { unfit: 'true', status: 'converged', teff: '5..8' },
    { unfit: true, teff: '5..8' },
  ],
  [{ unfit: 'true', status: 'failed' }, undefined],
  [
    { from_rejected: 'true', status: 'failed' },
    { from_rejected: true, status: 'failed' },
  ],
  [{ from_rejected: 'true', status: 'queued' }, undefined],
  [{ unfit: 'false' }, undefined],
  [{ status: 'converged' }, undefined],
  [{ status: 'failed', retired: 'true' }, undefined],
  [{}, undefined],
])('the filters %j retry points with the request %j', (filters, request) => {
  const made = rearmRequestOf(filters);
  expect(made).toEqual(request);
  if (made !== undefined) expect(checkRearm(made)).toMatchObject({ ok: true });
});
