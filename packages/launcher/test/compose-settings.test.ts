import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const checkout = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(checkout, file), 'utf8');

const composeFile = read('docker-compose.yml');
const example = read('.env.example');
const readme = read('README.md');

/** What compose itself reads, and no file names. */
const OF_COMPOSE = ['COMPOSE_PROFILES', 'COMPOSE_PROJECT_NAME'];

/** Variables of the README that the set-up decides, so that they cannot be set from outside. */
const DECIDED = {
  grid: /^(PORT|HOST|METRICS_PORT|DRAIN_MS|DATABASE_URL|DATABASE_SCHEMA|REDIS_URL|DATA_DIR|ASSETS_DIR|ADMIN_TOKEN|ADMIN_PASSWORD|TLS_.*)$/,
  literature: /^(PORT|HOST|METRICS_PORT|DRAIN_MS|DATABASE_URL|DATABASE_SCHEMA|REDIS_URL|LIBRARY_DIR|API_TOKEN|TLS_.*)$/,
};

/** Variables that the compose files interpolate, with the default each gives. */
function interpolated(): Map<string, string> {
  const all = composeFile + read('infra/compose/stand-ins.yml');
  return new Map(
    [...all.matchAll(/\$\{([A-Z_]+)(?::-([^}]*)|:\+[^}]*)?\}/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Variables of `.env.example`, with the value each line shows. */
function shown(): Map<string, string> {
  return new Map([...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** The README's table of a service: variable and default, in words where it is none that can be typed. */
function described(service: 'grid' | 'literature'): Map<string, string> {
  const [, grid = '', , literature = ''] = readme.split(/^(?=\| Variable|\| Key|\| File)/m);
  const table = (service === 'grid' ? grid : literature).split('\n\n', 1)[0] ?? '';
  return new Map(
    table.split('\n').flatMap((row) => {
      const [, names = '', defaults = ''] = row.split('|').map((cell) => cell.trim());
      const variables = [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
      const values = defaults.split(', ').map((value) => value.replaceAll('`', ''));
      return variables.map((name, index) => {
        if (values.length === variables.length) return [name, values[index] ?? ''] as const;
        return [name, values.length === 1 ? (values[0] ?? '') : defaults] as const;
      });
    }),
  );
}

/** Variables that a service gets in its containers. */
function handedOver(service: 'grid' | 'literature'): string[] {
  const start = composeFile.indexOf(`\nx-${service}:`);
  const block = composeFile.slice(composeFile.indexOf('\n  environment:\n', start) + 16);
  const lines = block.slice(0, block.search(/^ {2}\S/m));
  return [...lines.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = '']) => name);
}

test('the example of settings has every variable of the compose files, and no other', () => {
  expect([...shown().keys()].toSorted()).toEqual([...interpolated().keys(), ...OF_COMPOSE].toSorted());
});

test('the example of settings says of each variable what it is', () => {
  const paragraphs = example.split(/\n(?=(?:# |## ))|\n\n/);
  const unexplained = paragraphs.filter((text) => /^#[A-Z_]+=/m.test(text) && !/^# |^[^#]/.test(text));
  expect(unexplained).toEqual([]);
});

test('the example of settings shows the defaults of the compose files', () => {
  // An empty file is what stands for none.
  const given = [...interpolated()].filter(([, value]) => value !== '' && value !== '/dev/null');
  expect(given.length).toBeGreaterThan(10);
  const own = shown();
  expect(given.map(([name]) => [name, own.get(name)])).toEqual(given);
});

test.each(['grid', 'literature'] as const)(
  'the example of settings shows the defaults of the README: %s',
  (service) => {
    const own = shown();
    const typed = [...described(service)].filter(([name, value]) => own.has(name) && /^(\d+|[a-z][\w-]*)$/.test(value));
    const told = typed.filter(([name, value]) => !['none', 'unset', 'off'].includes(value) && own.get(name) !== '');
    expect(told.length).toBeGreaterThan(5);
    expect(told.map(([name]) => [name, own.get(name)])).toEqual(told);
  },
);

test.each(['grid', 'literature'] as const)('a container gets every variable of the README: %s', (service) => {
  const own = handedOver(service);
  const settable = [...described(service).keys()].filter((name) => !DECIDED[service].test(name));
  expect(settable.length).toBeGreaterThan(5);
  expect(settable.filter((name) => !own.includes(name))).toEqual([]);
});

test.each(['grid', 'literature'] as const)('the README has every variable that a container gets: %s', (service) => {
  const known = described(service);
  const own = handedOver(service).map((name) => name.replace(/_FILE$/, ''));
  const unknown = own.filter((name) => !known.has(name) && !known.has(`${name}_FILE`));
  expect(unknown).toEqual([]);
});
