import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  CHROMIUM,
  CHROMIUM_IS_DUE,
  FULL_CHROMIUM,
  FULL_CHROMIUM_IS_DUE,
} from './packages/tools/test-kit/src/chromium.ts';
import { HAS_RECORDED_DATA, RECORDED_DATA_IS_DUE } from './packages/tools/test-kit/src/recorded-data.ts';

const root = import.meta.dirname;

/**
 * Returns the Jest project of a package. Projects with `database` share one temporary PostgreSQL server per run. Tests in
 * `test/faults` take long. `npm test` skips them, and `npm run test:faults` runs only them.
 */
const project = (dir, { database = false } = {}) => ({
  displayName: dir,
  rootDir: join(root, dir),
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  // Runs plain Node processes that load sources and libraries once. Node strips the types.
  runner: join(root, 'packages/tools/test-runner/src/runner.ts'),
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  ...(database
    ? {
        globalSetup: join(root, dir, 'test/global-setup.ts'),
        globalTeardown: join(root, dir, 'test/global-teardown.ts'),
      }
    : {}),
});

if (!HAS_RECORDED_DATA && !RECORDED_DATA_IS_DUE)
  console.warn(
    'SKIPPED: comparisons with recorded answers and with papers of other authors. They are not on this machine; see CONTRIBUTING.md.',
  );

if (CHROMIUM === undefined && !CHROMIUM_IS_DUE)
  console.warn(
    'SKIPPED: tests in a browser. There is no Chromium on the PATH; Debian has it in the package chromium-headless-shell.',
  );

if (FULL_CHROMIUM === undefined && !FULL_CHROMIUM_IS_DUE)
  console.warn('SKIPPED: tests of the browser extension. There is no chromium on the PATH, which has extensions.');

/** @type {import('jest').Config} */
export default {
  projects: [
    project('packages/accounts', { database: true }),
    project('packages/bagit-archive'),
    project('packages/bibliography'),
    project('packages/bounded-process'),
    project('packages/tools/bench'),
    project('packages/tools/chart-check'),
    project('packages/tools/chaos'),
    project('packages/contracts'),
    project('packages/durable-files'),
    project('packages/engine-text'),
    project('packages/http-client'),
    project('packages/mcp'),
    project('packages/service-kit', { database: true }),
    project('packages/embedded-postgres'),
    project('packages/programs/connector'),
    project('packages/programs/grid-agent'),
    project('packages/programs/gridctl'),
    project('packages/programs/grey-atmosphere'),
    project('packages/latexml-markdown'),
    project('packages/programs/launcher'),
    project('packages/tools/observe-check'),
    project('packages/paper-html'),
    project('packages/tools/paper-accuracy'),
    project('packages/pdf-markdown'),
    project('packages/tools/mutate'),
    project('packages/tools/reference-docs'),
    project('packages/tools/test-kit'),
    project('packages/tools/test-runner'),
    project('packages/ui'),
    project('packages/tools/upstream-lab'),
    project('services/grid-coordinator', { database: true }),
    project('services/grid-coordinator/console'),
    project('services/literature/reader'),
    project('services/literature', { database: true }),
  ],
  // Jest's default leaves one core idle, but most of these tests wait for their own processes and servers.
  maxWorkers: 3 * availableParallelism(),
  // The last resort. Longer than all waits of a test together, whose own errors say what they waited for (`until`).
  testTimeout: 900_000,
};
