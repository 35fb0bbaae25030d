// Tests the statements of docs/security.md about the files of the compose set-up.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { load, YAML11_SCHEMA } from 'js-yaml';

const ROOT = join(import.meta.dirname, '../../../..');

interface Service {
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly networks?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** Compose merges mappings as YAML 1.1 does. */
const { services, networks } = load(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
  schema: YAML11_SCHEMA,
}) as Compose;

/** Runs the script that creates the secrets, in another folder. */
function makeSecrets(folder: string): void {
  const script = readFileSync(join(ROOT, 'infra/docker/make-secrets.sh'), 'utf8').replaceAll('/secrets/', `${folder}/`);
  for (const part of ['postgres', 'redis', 'grid', 'operator', 'literature'])
    mkdirSync(join(folder, part), { recursive: true });
  execFileSync('bash', ['-c', script], { stdio: 'ignore' });
}

function withSecrets(use: (folder: string, read: (name: string) => string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'compose-secrets-'));
  try {
    makeSecrets(folder);
    use(folder, (name) => readFileSync(join(folder, name), 'utf8').trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the files of secrets that a service can read. */
const secretsOf = (service: string, folder: string) =>
  (services[service]?.volumes ?? [])
    .flatMap((volume) => /^(\w+)-secrets:\/run\/secrets\/almagest:ro$/.exec(volume)?.[1] ?? [])
    .flatMap((part) => readdirSync(join(folder, part)));

test('every container reads only the secrets that it needs', () => {
  withSecrets((folder) => {
    const read = Object.fromEntries(Object.keys(services).map((name) => [name, secretsOf(name, folder).toSorted()]));
    const ofGrid = ['admin-token', 'database-url', 'redis-url'];
    const ofLiterature = ['api-token', 'database-url', 'redis-url'];
    expect(Object.fromEntries(Object.entries(read).filter(([, files]) => files.length > 0))).toEqual({
      postgres: ['grid', 'literature', 'superuser'],
      redis: ['config'],
      'grid-migrate': ofGrid,
      'grid-api': ofGrid,
      'grid-worker': ofGrid,
      'literature-migrate': ofLiterature,
      'literature-api': ofLiterature,
      'literature-worker': ofLiterature,
      'fleet-approval': ['admin-token'],
      gridctl: ['admin-token'],
    });
  });
});

test('secrets are created once and match each other, and the operator can read a new administrator token', () => {
  withSecrets((folder, read) => {
    const password = read('redis/config').replace(/^requirepass /, '');
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    for (const service of ['grid', 'literature'])
      expect(read(`${service}/redis-url`)).toBe(`redis://:${password}@redis:6379`);
    const before = read('grid/admin-token');
    makeSecrets(folder);
    expect([read('grid/admin-token'), read('operator/admin-token')]).toEqual([before, before]);
    writeFileSync(join(folder, 'grid/admin-token'), 'another');
    makeSecrets(folder);
    expect([read('grid/admin-token'), read('operator/admin-token')]).toEqual(['another', 'another']);
  });
});

test('no container gets a secret in its environment', () => {
  const named = Object.entries(services).flatMap(([name, { environment = {} }]) =>
    Object.keys(environment)
      .filter((key) => /KEY|TOKEN|PASSWORD|SECRET|SMTP_URL|DATABASE_URL|REDIS_URL/.test(key) && !key.endsWith('_FILE'))
      .map((key) => `${name} ${key}`),
  );
  expect(named).toEqual([]);
});

test('the start refuses keys that are left in .env, and names each of them without its value', () => {
  const { MOVED_TO_FILES: moved = '' } = services['secrets']?.environment ?? {};
  const keys = [...moved.matchAll(/\$\{(\w+):\+\1\}/g)].map(([, key = '']) => key);
  // All keys that compose reads from files of the operator.
  const files = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').matchAll(
    /file: '\$\{(\w+)_FILE:-\/dev\/null\}'/g,
  );
  expect(keys.toSorted()).toEqual(
    [...files]
      .map(([, key = '']) => key)
      .filter((key) => key !== 'SMTP_CA')
      .toSorted(),
  );
  const script = join(ROOT, 'infra/docker/make-secrets.sh');
  const start = (names: string) => spawnSync('bash', [script], { env: { MOVED_TO_FILES: names }, encoding: 'utf8' });
  const { status, stderr } = start(keys.join(' '));
  expect(status).toBe(1);
  for (const key of keys) expect(stderr).toContain(`set ${key}_FILE`);
  expect(start(' OPENAI_API_KEY ').stderr.trim().split('\n')).toHaveLength(1);
});

test('Redis needs a password, and nodes have a network that leads nowhere else', () => {
  expect(services['redis']?.command).toContain('/run/secrets/almagest/config');
  expect(services['grid-node']?.networks).toEqual(['fleet']);
  expect(networks['fleet']?.internal).toBe(true);
  const inFleet = Object.entries(services).filter(([, { networks: own }]) => own?.includes('fleet') === true);
  expect(inFleet.map(([name]) => name).toSorted()).toEqual(['grid', 'grid-node']);
});
