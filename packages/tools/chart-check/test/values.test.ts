// Tests that the values of the chart are strict and have every variable that the compose set-up passes to a service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { CHART } from './chart.ts';
import { composeService } from './compose-services.ts';
import { VALUE_SETS } from './value-sets.ts';

interface Values {
  readonly [part: string]: {
    readonly config: Readonly<Record<string, string>>;
    readonly secrets: Readonly<Record<string, string>>;
  };
}

const values = load(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
const validate = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object,
);
const errors = (given: unknown) => {
  validate(given);
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
};

test('the default values and every tested set follow the schema', () => {
  expect(errors(values)).toEqual([]);
  for (const request of Object.values(VALUE_SETS)) expect(errors(request.values)).toEqual([]);
});

/** Returns the paths of all maps in the values whose names the chart fixes. */
function* maps(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  const free = ['requests', 'limits', 'labels', 'matchLabels', 'parameters', 'nodeSelector'];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || free.includes(path.at(-1) ?? '')) return;
  yield path;
  for (const [key, inner] of Object.entries(value)) yield* maps(inner, [...path, key]);
}

test.each([...maps(values)].map((path) => [path.join('.'), path] as const))(
  'an unknown name in "%s" is refused',
  (_name, path) => {
    const given = path.toReversed().reduce<object>((inner, key) => ({ [key]: inner }), { mispelled: '' });
    expect(errors(given)).not.toEqual([]);
  },
);

test.each<[string, unknown]>([
  ['a number where the templates write text', { grid: { config: { MAX_ARCHIVE_BYTES: 1_099_511_627_776 } } }],
  ['an optional key that the other service reads', { grid: { optionalKeys: ['openai-api-key'] } }],
  ['more nodes than folders', { agents: { replicas: 65 } }],
  ['a size without a unit', { redis: { size: '10' } }],
  ['a peer without a selector', { networkPolicy: { clients: [{}] } }],
])('%s is refused', (_name, given) => {
  expect(errors(given)).toHaveLength(1);
});

/** Variables that the templates set, because they belong to the image or to mounted files. */
const SET_BY_TEMPLATES = ['HOST', 'PORT', 'METRICS_PORT', 'DATA_DIR', 'ASSETS_DIR', 'LIBRARY_DIR'];

test.each(['grid', 'literature'])('the chart has exactly the variables that compose passes to %s', (service) => {
  const { config = {}, secrets = {} } = values[service] ?? {};
  const files = Object.keys(secrets).map((key) => `${key.toUpperCase().replaceAll('-', '_')}_FILE`);
  for (const process of ['api', 'worker', 'migrate']) {
    const compose = Object.keys(composeService(`${service}-${process}`).environment);
    const known = [...Object.keys(config), ...files, ...SET_BY_TEMPLATES.filter((name) => compose.includes(name))];
    expect(known.toSorted()).toEqual(compose.toSorted());
  }
});

test('the chart has the version of the packages', () => {
  const chart = load(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Readonly<Record<string, string>>;
  const { version } = JSON.parse(readFileSync(join(CHART, '../../package.json'), 'utf8')) as { version: string };
  expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
});
