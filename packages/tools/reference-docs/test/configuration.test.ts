import type { Settings } from '@almagest/service-kit/setting';
import { expect, test } from '@jest/globals';
import { readDemoGrid, readSettings, SETTINGS as LAUNCHER_SETTINGS } from '../../../programs/launcher/src/settings.ts';
import { readConfig as readGridConfig } from '@almagest/grid-coordinator/config';
import { readConfig as readLiteratureConfig } from '@almagest/literature/config';
import { read } from '../src/checkout.ts';
import { CONFIGURATION_FILE, renderConfiguration, SERVICES } from '../src/configuration.ts';
import { shownVariables } from './environment-example.ts';

const composeFile = read('docker-compose.yml');
const example = read('.env.example');
const shown = new Map(shownVariables(example).map(({ name, value }) => [name, value]));

type Variables = Readonly<Record<string, string | undefined>>;
const NAMES = ['grid', 'literature'] as const;
const READERS = {
  grid: (values: Variables) => void readGridConfig(values, []),
  literature: (values: Variables) => void readLiteratureConfig(values, []),
  launcher: (values: Variables) => void [readSettings(values, '/nowhere'), readDemoGrid(values)],
};

/** Variables that only compose itself reads. */
const OF_COMPOSE = ['COMPOSE_PROFILES', 'COMPOSE_PROJECT_NAME'];

/** Variables of a service that the set-up sets itself, so that they cannot be set from outside. */
const DECIDED = {
  grid: /^(PORT|HOST|METRICS_PORT|DRAIN_MS|DATABASE_URL|DATABASE_SCHEMA|REDIS_URL|DATA_DIR|ASSETS_DIR|AGENT_DIR|ADMIN_TOKEN|ADMIN_PASSWORD|TLS_.*)$/,
  literature:
    /^(PORT|HOST|METRICS_PORT|DRAIN_MS|DATABASE_URL|DATABASE_SCHEMA|REDIS_URL|LIBRARY_DIR|API_TOKEN|ALLOW_OPEN|TLS_.*)$/,
};

const namesOf = (settings: Settings) => Object.values(settings).map(({ name }) => name);

/** Returns the variables that a reader looks at. Secrets are listed without their `_FILE`. */
function lookedAt(reader: (values: Variables) => void): string[] {
  const names = new Set<string>();
  const values = new Proxy<Variables>(
    // A reader reads other variables only if these variables are set.
    { DATABASE_URL: 'postgres://somewhere/some', METRICS_PORT: '' },
    {
      get(known, name) {
        names.add(String(name));
        return known[String(name)];
      },
    },
  );
  reader(values);
  return [...names].filter((name) => !name.endsWith('_FILE') || !names.has(name.slice(0, -'_FILE'.length)));
}

/**
 * Returns the variables that the compose files interpolate, with their defaults. Leaves out `${NAME:+NAME}`, which uses
 * only the name of a variable.
 */
function interpolated(): Map<string, string> {
  const all = composeFile + read('infra/compose/stand-ins.yml');
  return new Map(
    [...all.matchAll(/\$\{([A-Z_]+)(?::-([^}]*)|:\+(?!\1\})[^}]*)?\}/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Returns the variables that a service gets in its containers. */
function handedOver(service: 'grid' | 'literature'): string[] {
  const start = composeFile.indexOf(`\nx-${service}:`);
  const block = composeFile.slice(composeFile.indexOf('\n  environment:\n', start) + 16);
  const lines = block.slice(0, block.search(/^ {2}\S/m));
  return [...lines.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = '']) => name);
}

test('the document is the output of `npm run docs`', async () => {
  expect(read(CONFIGURATION_FILE)).toBe(await renderConfiguration());
});

test.each(NAMES)('the list of a service has exactly the variables that it reads: %s', (service) => {
  expect(lookedAt(READERS[service]).toSorted()).toEqual(namesOf(SERVICES[service]).toSorted());
});

test('the list of the launcher has every variable that it reads itself', () => {
  const own = namesOf(LAUNCHER_SETTINGS);
  const read = lookedAt(READERS.launcher);
  expect(own.filter((name) => !read.includes(name))).toEqual([]);
  // These variables are described with the services. The launcher rejects variables that cannot apply to both services.
  expect(read.filter((name) => !own.includes(name)).toSorted()).toEqual(['DATABASE_SCHEMA', 'METRICS_PORT']);
});

test.each(NAMES)(
  'a variable that may come from a file is marked as secret, unless it is a public address: %s',
  (service) => {
    const names = new Set<string>();
    const values = new Proxy<Variables>({}, { get: (_, name) => void names.add(String(name)) });
    expect(() => READERS[service](values)).toThrow('DATABASE_URL is not set');
    const settings: Settings = SERVICES[service];
    const inFiles = Object.values(settings).filter(({ name }) => names.has(`${name}_FILE`));
    expect(inFiles.filter(({ secret }) => secret).length).toBeGreaterThan(1);
    expect(inFiles.filter(({ secret, protocols }) => !secret && !protocols?.includes('https:'))).toEqual([]);
    expect(Object.values(settings).filter((one) => one.secret && !inFiles.includes(one))).toEqual([]);
  },
);

test('the example of settings has exactly the variables of the compose files', () => {
  expect([...shown.keys()].toSorted()).toEqual([...interpolated().keys(), ...OF_COMPOSE].toSorted());
});

test('the example of settings describes each variable', () => {
  expect(shownVariables(example).filter(({ comment }) => comment === '')).toEqual([]);
});

test('the example of settings shows the defaults of the compose files', () => {
  // An empty file means that the secret is unset.
  const given = [...interpolated()].filter(([, value]) => value !== '' && value !== '/dev/null');
  expect(given.length).toBeGreaterThan(10);
  expect(given.map(([name]) => [name, shown.get(name)])).toEqual(given);
});

test.each(NAMES)('the example of settings shows the defaults of the code: %s', (service) => {
  const settings: Settings = SERVICES[service];
  const told = Object.values(settings).filter(({ name }) => shown.has(name));
  expect(told.length).toBeGreaterThan(5);
  const fallbacks = told.map(({ name, fallback = '', defaultText }) => [
    name,
    defaultText === undefined ? String(fallback) : '',
  ]);
  expect(told.map(({ name }) => [name, shown.get(name)])).toEqual(fallbacks);
});

test.each(NAMES)('a container gets every variable that can be set from outside, and no unknown one: %s', (service) => {
  const known = namesOf(SERVICES[service]);
  const own = handedOver(service).map((name) => (known.includes(name) ? name : name.replace(/_FILE$/, '')));
  expect(known.filter((name) => !DECIDED[service].test(name) && !own.includes(name))).toEqual([]);
  expect(own.filter((name) => !known.includes(name))).toEqual([]);
});
