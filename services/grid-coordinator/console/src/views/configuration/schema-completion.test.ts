import { expect, test } from '@jest/globals';
import { workflowSchemaDocument } from '@almagest/contracts/grid';
import { positionAt, proposals, type Schema } from './schema-completion.ts';

const schema = workflowSchemaDocument() as Schema;
const labels = (before: string) => proposals(schema, positionAt(before)).map(({ label }) => label);

test.each([
  ['', [], false, ''],
  ['gr', [], false, 'gr'],
  ['grid:\n  te', ['grid'], false, 'te'],
  ['grid:\n  teff: [1]\n  log', ['grid'], false, 'log'],
  ['grid:\n  teff: [1]\nti', [], false, 'ti'],
  ['chain:\n  - { label: a, lt', ['chain', '[]'], false, 'lt'],
  ['chain:\n  - label: a\n    lt', ['chain', '[]'], false, 'lt'],
  ['chain:\n  - { label: a }\n  - lab', ['chain', '[]'], false, 'lab'],
  ['atmosphere: { policy: sk', ['atmosphere', 'policy'], true, 'sk'],
  ['atmosphere: { strategies: [cold_run, see', ['atmosphere', 'strategies', '[]'], true, 'see'],
  ['atmosphere: { strategies: [cold_run], pol', ['atmosphere'], false, 'pol'],
  ['difficulty:\n  weights:\n    te', ['difficulty', 'weights'], false, 'te'],
  ['difficulty: { weights: { teff: 2 }, or', ['difficulty'], false, 'or'],
  ['rules:\n  - name: a\n    when:\n      st', ['rules', '[]', 'when'], false, 'st'],
])('the cursor after %j is at %j', (before, path, isValue, word) => {
  expect(positionAt(before)).toEqual({ path, isValue, word });
});

test('proposes the keys and values of the schema', () => {
  expect(labels('grid:\n  te')).toEqual(['teff', 'logg', 'loghe', 'logc', 'logn', 'logo']);
  expect(labels('atmosphere: { policy: ')).toEqual(['skip_converged', 'force_recompute', 'skip_failed']);
  expect(labels('atmosphere: { strategies: [')).toEqual(['cold_run', 'seed_step', 'continue']);
  expect(labels('chain:\n  - { label: a, lte: ')).toEqual(expect.arrayContaining(['yes', 'no']));
  expect(labels('timeout_sec: ')).toEqual(['auto', '3600']);
  expect(labels('rules:\n  - name: a\n    when:\n      ')).toEqual(['cause', 'stage', 'region']);
  expect(labels('engine:\n  x')).toEqual([]);
});
