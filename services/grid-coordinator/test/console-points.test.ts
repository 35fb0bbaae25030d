import { PointsQuery, RearmRequest } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { expect, test } from '@jest/globals';

const { FILTERS, filterOf, rearmRequestOf } = (await import(
  new URL('../console/point-filters.js', import.meta.url).href
)) as {
  FILTERS: readonly string[];
  filterOf: (query: URLSearchParams) => URLSearchParams;
  rearmRequestOf: (query: URLSearchParams) => RearmRequest | undefined;
};

const checkRearm = compile(RearmRequest);

test('every filter of the list of points is offered, and none that the list does not know', () => {
  const others = ['retired', 'sort', 'order', 'limit', 'offset'];
  expect([...FILTERS, ...others].toSorted()).toEqual(Object.keys(PointsQuery.properties).toSorted());
  expect(filterOf(new URLSearchParams('unfit=true&sort=wave&q=t2&offset=100')).toString()).toBe('unfit=true&q=t2');
});

test.each<[string, RearmRequest | undefined]>([
  ['status=failed&q=t2&wave=4&offset=100', { status: 'failed', q: 't2', wave: 4 }],
  ['status=failed&teff=20000..&group=ab&node_id=n1', { status: 'failed', teff: '20000..', group: 'ab', node_id: 'n1' }],
  ['unfit=true', { unfit: true }],
  ['unfit=true&status=converged&method=cold_run&sort=teff', { unfit: true, method: 'cold_run' }],
  ['unfit=true&status=failed', undefined],
  ['unfit=false', undefined],
  ['status=converged', undefined],
  ['', undefined],
])('points listed by %j are re-armed as %j', (query, request) => {
  const made = rearmRequestOf(new URLSearchParams(query));
  expect(made).toEqual(request);
  if (made !== undefined) expect(checkRearm(made)).toMatchObject({ ok: true });
});
