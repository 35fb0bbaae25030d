import { describe, expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import fc from 'fast-check';
import { parseConfig } from './parse-config.ts';

const AXIS_LINES: Readonly<Record<string, string>> = {
  teff: '[20000, 22000]',
  logg: '[5.0, 5.5]',
  loghe: '[-1.0]',
  logc: '[-4.0]',
  logn: '[-4.0]',
  logo: '[-4.0]',
};

/** Returns the `grid` of the test with some axes replaced. Null omits an axis. */
function grid(axes: Readonly<Record<string, string | null>> = {}): string {
  const lines = Object.entries({ ...AXIS_LINES, ...axes }).map(([axis, list]) =>
    list === null ? '' : `  ${axis}: ${list}\n`,
  );
  return `grid:\n${lines.join('')}`;
}

const CHAIN = 'chain:\n  - {label: lte, lte: true, niter: 50}\n';

function parse(yaml: string, maxGridPoints = 5_000_000) {
  return parseConfig(yaml, maxGridPoints);
}

/** Returns the refusal without its line number, which has separate tests. */
function refusalOf(yaml: string, maxGridPoints?: number): string {
  try {
    parse(yaml, maxGridPoints);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'malformed') return error.message.replace(/ \(line \d+\)$/, '');
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('axis values', () => {
  test.each(['5.0', '5.00', '5', '1e4', '+5', '-0.5', '0', '-0.0', '.5', '5.', '1E-3', '007'])(
    'keep the text %s for the point name',
    (text) => {
      expect(parse(grid({ logg: `[${text}]` }) + CHAIN).grid.logg).toEqual([{ text, value: Number(text) }]);
    },
  );

  test('keep their text in any style of YAML', () => {
    const block =
      'grid:\n  teff:\n    - 20000 # cool\n    - &hot 22000\n    - "5.00e4"\n' +
      grid({ teff: null }).replace('grid:\n', '');
    expect(parse(block + CHAIN).grid.teff.map(({ text }) => text)).toEqual(['20000', '22000', '5.00e4']);
    const alias = grid({ logc: '&c [-4.0, -3.0]', logn: '*c', logo: '*c' });
    expect(parse(alias + CHAIN).grid.logo.map(({ text }) => text)).toEqual(['-4.0', '-3.0']);
  });

  test('keep every spelling of a decimal number', () => {
    const digits = fc.stringMatching(/^\d{1,4}$/);
    const decimal = fc
      .tuple(fc.constantFrom('', '+', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -9, max: 9 })))
      .map(
        ([sign, whole, part, exponent]) =>
          `${sign}${whole}${part === null ? '' : `.${part}`}${exponent === null ? '' : `e${exponent}`}`,
      );
    fc.assert(
      fc.property(decimal, fc.constantFrom(...AXES.slice(1)), (text, axis) => {
        expect(parse(grid({ [axis]: `[${text}]` }) + CHAIN).grid[axis]).toEqual([{ text, value: Number(text) }]);
      }),
    );
  });

  test.each([
    '0x10',
    '0o7',
    '1_000',
    '"1,5"',
    '.inf',
    '-.inf',
    '.nan',
    'nan',
    'NaN',
    'Infinity',
    '1e999',
    'abc',
    '~',
    'null',
    'true',
    '""',
    '"5.0 "',
    '.',
    '"-"',
    'e5',
    '5e',
    '2026-01-31',
    '1:30',
    '５',
  ])('reject %s as a number', (text) => {
    expect(refusalOf(grid({ logg: `[5.0, ${text}]` }) + CHAIN)).toBe('config_yaml: grid.logg[1]: not a number');
  });
});

describe('name the path of a fault:', () => {
  const stage = (text: string) => grid() + `chain:\n  - {label: lte, lte: true, niter: 50}\n  - ${text}\n`;
  const more = (text: string) => grid() + CHAIN + text;

  test.each([
    ['no grid', CHAIN, 'grid: is missing'],
    ['a grid that is a list', `grid: [1]\n${CHAIN}`, 'grid: must be a mapping of keys to values'],
    ['a grid that is empty', `grid:\n${CHAIN}`, 'grid: must be a mapping of keys to values'],
    ['a missing axis', grid({ loghe: null }) + CHAIN, 'grid.loghe: is missing'],
    ['an empty axis', grid({ loghe: '[]' }) + CHAIN, 'grid.loghe: must have at least one entry'],
    ['an axis that is a number', grid({ loghe: '-1.0' }) + CHAIN, 'grid.loghe: must be a list'],
    ['an axis that is a mapping', grid({ loghe: '{a: 1}' }) + CHAIN, 'grid.loghe: must be a list'],
    ['an unknown axis', grid({ logfe: '[1]' }) + CHAIN, 'grid.logfe: unknown axis (axes: teff, logg'],
    ['an axis named like an inherited property', grid({ toString: '[1]' }) + CHAIN, 'grid.toString: unknown axis'],
    [
      'an axis named __proto__',
      grid({ ['__proto__x']: null }) + '  __proto__: [1]\n' + CHAIN,
      'grid.__proto__: unknown axis',
    ],
    ['a list in an axis', grid({ logg: '[5.0, [6.0]]' }) + CHAIN, 'grid.logg[1]: not a number'],
    ['a value twice', grid({ logg: '[5.0, 6, 5]' }) + CHAIN, 'grid.logg[2]: 5 occurs twice (as 5.0)'],
    ['a value twice, as a power', grid({ teff: '[20000, 2e4]' }) + CHAIN, 'grid.teff[1]: 2e4 occurs twice (as 20000)'],
    ['both zeros', grid({ logg: '[0, -0.0]' }) + CHAIN, 'grid.logg[1]: -0.0 occurs twice (as 0)'],
    ['no temperature', grid({ teff: '[20000, 0]' }) + CHAIN, 'grid.teff[1]: must be above 0 K'],
    ['a negative temperature', grid({ teff: '[-5]' }) + CHAIN, 'grid.teff[0]: must be above 0 K'],
    ['no chain', grid(), 'chain: is missing'],
    ['an empty chain', `${grid()}chain: []\n`, 'chain: must have at least one entry'],
    ['a chain that is a mapping', `${grid()}chain: {label: a}\n`, 'chain: must be a list'],
    ['a stage that is a word', stage('nlte'), 'chain[1]: must be a mapping'],
    ['a stage without a label', stage('{lte: true, niter: 1}'), 'chain[1].label: is missing'],
    ['a stage with an empty label', stage('{label: "", lte: true, niter: 1}'), 'chain[1].label: is empty'],
    [
      'a stage with a list for a label',
      stage('{label: [a], lte: true, niter: 1}'),
      'chain[1].label: must be a single value',
    ],
    ['a stage without lte', stage('{label: a, niter: 1}'), 'chain[1].lte: is missing'],
    ['a stage with a bad boolean', stage('{label: a, lte: maybe, niter: 1}'), 'chain[1].lte: must be one of yes, no'],
    ['a stage without niter', stage('{label: a, lte: true}'), 'chain[1].niter: is missing'],
    [
      'a stage with a fractional niter',
      stage('{label: a, lte: true, niter: 1.5}'),
      "chain[1].niter: '1.5' is not an integer",
    ],
    [
      'a stage with a negative niter',
      stage('{label: a, lte: true, niter: -1}'),
      'chain[1].niter: -1 is outside 0 to 1000000',
    ],
    ['a misspelt key of a stage', more('atmosphere: {polcy: skip_failed}'), 'atmosphere.polcy: unknown key'],
    ['an atmosphere that is a word', more('atmosphere: off'), 'atmosphere: must be a mapping'],
    ['a bad boolean', more('spectrum: {enabled: perhaps}'), 'spectrum.enabled: must be one of yes, no'],
    [
      'an unknown policy',
      more('spectrum: {policy: skip}'),
      'spectrum.policy: must be one of skip_converged, force_recompute, skip_failed',
    ],
    ['no strategy', more('atmosphere: {strategies: []}'), 'atmosphere.strategies: must have at least one entry'],
    [
      'an unknown strategy',
      more('atmosphere: {strategies: [cold_run, warm]}'),
      'atmosphere.strategies[1]: must be one of cold_run, seed_step, continue',
    ],
    [
      'endless strategies',
      more(`atmosphere: {strategies: [${'cold_run, '.repeat(33)}]}`),
      'atmosphere.strategies: has more than 32 entries',
    ],
    ['nothing to compute', more('atmosphere: {enabled: no}'), 'atmosphere.enabled: this key and spectrum.enabled'],
    ['a parameter that is a word', more('spectrum_params: {from: 1, to: red}'), 'spectrum_params.to: not a number'],
    ['a time limit below 0', more('timeout_sec: -1'), 'timeout_sec: -1 is outside 0 to 31536000'],
    ['a time limit in words', more('timeout_sec: 1h'), "timeout_sec: '1h' is not an integer"],
    ['a time limit with an exponent', more('timeout_sec: 1e3'), "timeout_sec: '1e3' is not an integer"],
    [
      'timeout_auto without timeout_sec: auto',
      more('timeout_auto: {floor_sec: 60}'),
      'timeout_auto: needs timeout_sec: auto',
    ],
    ['a misspelt key', more('timeout_sec: auto\ntimeout_auto: {floor: 60}'), 'timeout_auto.floor: unknown key'],
    ['end_overruns that is a word', more('end_overruns: sometimes'), 'end_overruns: must be one of yes, no'],
    ['no loss allowed', more('max_lost_attempts: 0'), 'max_lost_attempts: 0 is outside 1 to 1000'],
    ['a weight of 0', more('difficulty: {weights: {logg: 0}}'), 'difficulty.weights.logg: 0 is outside 1 to 1000'],
    ['half a weight', more('difficulty: {weights: {logg: 1.5}}'), "difficulty.weights.logg: '1.5' is not an integer"],
    [
      'a weight of an unknown axis',
      more('difficulty: {weights: {logx: 1}}'),
      'difficulty.weights.logx: must be one of teff, logg',
    ],
    ['an unknown order', more('difficulty: {order: {loghe: up}}'), 'difficulty.order.loghe: must be one of asc, desc'],
    [
      'an edge that is a word',
      more('difficulty: {class_edges: {teff: [1, x]}}'),
      'difficulty.class_edges.teff[1]: not a number',
    ],
    [
      'no edge',
      more('difficulty: {class_edges: {teff: []}}'),
      'difficulty.class_edges.teff: must have at least one entry',
    ],
    ['a misspelt key of the difficulty', more('difficulty: {weight: {logg: 2}}'), 'difficulty.weight: unknown key'],
    [
      'tries below 0',
      more('difficulty: {max_seed_attempts: -1}'),
      'difficulty.max_seed_attempts: -1 is outside 0 to 1000',
    ],
    ['a share of 0', more('scheduling: {share: 0}'), 'scheduling.share: 0 is outside 1 to 1000'],
    ['a misspelt key of the scheduling', more('scheduling: {prio: 1}'), 'scheduling.prio: unknown key'],
    ['no reach', more('difficulty: {d_max: 0}'), 'difficulty.d_max: must be above 0'],
    ['a document that is a list', '- 1', 'the configuration: must be a mapping'],
    ['a document that is a word', 'grid', 'the configuration: must be a mapping'],
  ])('%s', (_fault, yaml, message) => {
    const whole = `config_yaml: ${message}`;
    expect(refusalOf(yaml).slice(0, whole.length)).toBe(whole);
  });

  test.each([
    ['an unclosed list', 'grid: [1'],
    ['a key twice', grid() + grid() + CHAIN],
    ['two documents', `${grid()}${CHAIN}---\na: 1\n`],
    ['an empty text', ''],
    ['a tag', `${grid()}${CHAIN}x: !!js/function "f"\n`],
    ['an alias without an anchor', `${grid()}${CHAIN}x: *nowhere\n`],
    ['lists that are nested too deep', `${grid()}${CHAIN}x: ${'['.repeat(50_000)}`],
    ['a bare NUL', `${grid()}${CHAIN}x: a\0b\n`],
  ])('%s is not valid YAML', (_fault, yaml) => {
    expect(refusalOf(yaml)).toMatch(/^config_yaml is not valid YAML: [^\n]+$/);
  });
});

describe('a grid', () => {
  const list = (length: number) => `[${Array.from({ length }, (_, index) => index + 1).join(', ')}]`;
  const ten = { teff: list(10), logg: list(10), loghe: list(10), logc: list(10), logn: list(10) };

  test('rejects more points than allowed and states their number', () => {
    expect(refusalOf(grid({ ...ten, logo: list(60) }) + CHAIN)).toBe(
      'config_yaml: grid: spans 6000000 points, but at most 5000000 are allowed',
    );
    expect(parse(grid({ ...ten, logo: list(50) }) + CHAIN).grid.logo).toHaveLength(50);
    expect(refusalOf(grid() + CHAIN, 3)).toBe('config_yaml: grid: spans 4 points, but at most 3 are allowed');
  });

  test("rejects point names that don't fit into a path", () => {
    // t1_g1_he1_c1_n1_o is 17 characters long.
    const texts = { teff: '[1]', logg: '[1]', loghe: '[1]', logc: '[1]', logn: '[1]' };
    const longest = `1.${'0'.repeat(109)}`;
    expect(parse(grid({ ...texts, logo: `[${longest}, 2]` }) + CHAIN).grid.logo[0]?.text).toBe(longest);
    expect(refusalOf(grid({ ...texts, logo: `[2, ${longest}0]` }) + CHAIN)).toBe(
      'config_yaml: grid: has point names longer than 128 characters: write shorter values',
    );
  });
});

describe('a hostile text', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdefghij'.split('').map((key, index) => {
      const alias = `*${'abcdefghi'[index] ?? ''}`;
      return `${key}: &${key} [${Array.from({ length: 10 }, () => alias).join(', ')}]`;
    }),
  ].join('\n');

  test('is rejected if aliases expand to billions of nodes', () => {
    expect(refusalOf(`${grid()}${CHAIN}${bomb}\n`)).toBe(
      'config_yaml has more than 200000 nodes once its aliases are expanded',
    );
  });

  test('may have at most 200000 nodes after aliases are expanded', () => {
    const aliased = (times: number) =>
      `${grid()}${CHAIN}x: &x [${'1, '.repeat(999)}1]\ny: [${Array.from({ length: times }, () => '*x').join(', ')}]\n`;
    expect(parse(aliased(198)).extra['y']).toHaveLength(198);
    expect(refusalOf(aliased(199))).toContain('more than 200000 nodes');
  });

  test.each(['x: &x [*x]', 'x: &x {y: *x}'])('is rejected if it contains itself: %s', (text) => {
    expect(refusalOf(`${grid()}${CHAIN}${text}\n`)).toMatch(/^config_yaml/);
  });

  test.each(['x: "a\\0b"', '"a\\0": 1', 'x: [{y: "\\0"}]'])('with a NUL character is rejected: %s', (text) => {
    expect(refusalOf(`${grid()}${CHAIN}${text}\n`)).toBe('config_yaml contains a NUL character');
  });

  test('with unpaired surrogates is repaired, so that it can be stored', () => {
    expect(parse(`${grid()}${CHAIN}x: "\\ud800!"\n`).extra).toEqual({ x: '\ufffd!' });
  });

  test('cannot change prototypes by keys named like inherited properties', () => {
    const { extra } = parse(`${grid()}${CHAIN}__proto__: {polluted: 1}\nconstructor: 4\n`);
    expect(Object.entries(extra)).toEqual([
      ['__proto__', { polluted: 1 }],
      ['constructor', 4],
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(extra)).toBe(Object.prototype);
  });
});

test('unknown keys are passed on with the types of YAML 1.2', () => {
  const text = 'a: 5\nb: 1.50\nc: "5"\nd: true\ne: yes\nf: ~\ng: [1, x]\nh: {i: 0x10}\nk: 2026-01-31\n';
  expect(parse(grid() + CHAIN + text).extra).toEqual({
    a: 5,
    b: 1.5,
    c: '5',
    d: true,
    e: 'yes',
    f: null,
    g: [1, 'x'],
    h: { i: 16 },
    k: '2026-01-31',
  });
});

test.each(['.inf', '-.Inf', '.nan'])('%s under an unknown key is rejected, not replaced', (number) => {
  for (const [text, path] of [
    [`x: ${number}`, 'x'],
    [`x: {y: [1, ${number}]}`, 'x.y.1'],
    [`chain2: &a ${number}`, 'chain2'],
  ] as const)
    expect(refusalOf(`${grid()}${CHAIN}${text}\n`)).toBe(
      `${path}: ${number} is not a finite number: quote it to keep it as text`,
    );
});

test('known keys of a stage keep their types, and unknown keys keep their text', () => {
  const chain =
    'chain:\n  - {label: 1, lte: yes, niter: "050", dampers: [0.5, 1.0], opacity: {lines: false}, lines: "no", taumax: yes}\n  - {label: nlte, lte: no, niter: +7}\n';
  const { chain: stages, signature } = parse(grid() + chain);
  const others = { dampers: [0.5, 1], opacity: { lines: false }, lines: 'no', taumax: 'yes' };
  expect(stages).toEqual([
    { label: '1', lte: true, niter: 50, ...others },
    { label: 'nlte', lte: false, niter: 7 },
  ]);
  expect(signature).toBe('[["1",true],["nlte",false]]');
});

test('copies shared branches', () => {
  const { extra } = parse(`${grid()}${CHAIN}x: &x {y: 1}\nz: *x\n`);
  expect(extra).toEqual({ x: { y: 1 }, z: { y: 1 } });
  expect(extra['x']).not.toBe(extra['z']);
});
