import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REDIS_IS_DUE, REDIS_SERVER } from './packages/service-kit/test/redis-program.ts';

const root = import.meta.dirname;

/** One project a package; those with `database` share one throw-away PostgreSQL server for the run. */
const project = (dir, { database = false } = {}) => ({
  displayName: dir,
  rootDir: join(root, dir),
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
  // Node's own conditions plus the workspace's: `@almagest/*` resolves to src/*.ts, so tests need no build.
  testEnvironmentOptions: { customExportConditions: ['@almagest/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': join(root, 'infra/test/strip-types.cjs') },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  ...(database
    ? {
        globalSetup: join(root, dir, 'test/global-setup.ts'),
        globalTeardown: join(root, dir, 'test/global-teardown.ts'),
      }
    : {}),
});

/**
 * What of a service depends on where its jobs and limits are kept, once more with them in Redis. Where Redis is due and
 * missing, these fail.
 */
const onRedis = (dir, files) => {
  const one = project(dir, { database: true });
  return {
    ...one,
    displayName: `${dir} on Redis`,
    testMatch: files.map((file) => `<rootDir>/test/${file}.test.ts`),
    setupFiles: [join(root, 'infra/test/on-redis.cjs')],
  };
};
const hasRedis = REDIS_SERVER !== undefined || REDIS_IS_DUE;
if (!hasRedis)
  console.warn('SKIPPED: the services with jobs and limits in Redis. There is no redis-server on the PATH.');

/** @type {import('jest').Config} */
export default {
  projects: [
    project('packages/bench'),
    project('packages/chaos'),
    project('packages/contracts'),
    project('packages/service-kit', { database: true }),
    project('packages/embedded-postgres'),
    project('packages/grid-agent'),
    project('packages/gridctl'),
    project('packages/grey-atmosphere'),
    project('packages/latexml-markdown'),
    project('packages/launcher'),
    project('packages/observe-check'),
    project('packages/paper-html'),
    project('packages/pdf-markdown'),
    project('packages/reference-docs'),
    project('packages/upstream-lab'),
    project('services/grid-coordinator', { database: true }),
    project('services/literature', { database: true }),
    ...(hasRedis
      ? [
          onRedis('services/grid-coordinator', ['walking-skeleton', 'workflow-states', 'node-states', 'limits']),
          onRedis('services/literature', ['walking-skeleton', 'batch-jobs', 'translation-batch', 'agent-stops']),
        ]
      : []),
  ],
  // By default one core is left idle; most of these tests wait for processes and servers of their own.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 30_000,
};
