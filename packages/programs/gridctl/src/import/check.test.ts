import { expect, test } from '@jest/globals';
import { checkSummary } from './check-summary.ts';
import { holdsNotANumber } from './scan-seed.ts';

const params = { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };
const summary = (over: object) =>
  JSON.stringify({ name: 't1', params, converged: true, final_max_relc: 1e-4, ...over });

test('a complete summary passes, also with unknown fields', () => {
  expect(checkSummary(summary({ stages: [1], final_max_relc: null }))).toEqual({
    ok: true,
    name: 't1',
    converged: true,
  });
});

test('faults that the coordinator would reject are found locally, with their place', () => {
  const reason = (text: string) => {
    const checked = checkSummary(text);
    return checked.ok ? 'ok' : checked.reason;
  };
  expect(reason(summary({ name: undefined }))).toContain("must have required property 'name'");
  expect(reason(summary({ params: { ...params, logg: '5' } }))).toContain('params.logg: must be number');
  expect(reason(summary({ name: '../t1' }))).toContain('name: must be a point name: 1 to 128 characters of');
  expect(reason('{"final_max_relc": NaN}')).toContain('it contains NaN. Write null');
  expect(reason('{"a": [-Infinity]}')).toContain('it contains -Infinity');
  expect(reason('{"a":')).toBe('the summary is not JSON');
  expect(reason(' ')).toBe('the summary is empty');
});

async function* stream(...chunks: string[]) {
  yield* chunks;
}

test('NaN and Inf are found as words in a text, also across two chunks', async () => {
  for (const chunks of [[' 1.0 NaN 2.0'], ['1.0 -Infinity\n'], ['1.0 n', 'an 2'], ['1.0', ' +inf'], ['NaN']]) {
    expect(await holdsNotANumber(stream(...chunks))).toBe(true);
  }
  for (const chunks of [['nancy info 1.0 0.1E+20'], ['1.0 in', 'fo'], ['xNaN NaN1'], ['\0 NaN'], ['']]) {
    expect(await holdsNotANumber(stream(...chunks))).toBe(false);
  }
});
