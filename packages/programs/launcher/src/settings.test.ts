import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

test('has a default for everything', () => {
  expect(readSettings({}, '/checkout')).toEqual({
    stateDir: '/checkout/.state',
    gridPort: 8090,
    literaturePort: 8000,
  });
});

test('uses the values that are set, and treats empty values as unset', () => {
  const environment = { STATE_DIR: '/var/lib/almagest', GRID_PORT: '9000', DATABASE_URL: '', REDIS_URL: '' };
  expect(readSettings(environment, '/checkout')).toEqual({
    stateDir: '/var/lib/almagest',
    gridPort: 9000,
    literaturePort: 8000,
  });
  const databaseUrl = 'postgresql://db/grid';
  expect(readSettings({ DATABASE_URL: databaseUrl }, '/checkout')).toMatchObject({ databaseUrl });
});

test('reports every invalid variable at once', () => {
  const environment = { GRID_PORT: '70000', DATABASE_URL: 'mysql://db' };
  expect(() => readSettings(environment, '/checkout')).toThrow(
    "GRID_PORT is '70000'. Expected an integer from 1 to 65535\n" +
      'DATABASE_URL is not a URL. Expected postgres: or postgresql://...',
  );
});

test.each([
  [{ GRID_PORT: '8000' }, 'GRID_PORT and LITERATURE_PORT are both 8000'],
  [
    { GRID_METRICS_PORT: '9', LITERATURE_METRICS_PORT: '9' },
    'GRID_METRICS_PORT and LITERATURE_METRICS_PORT are both 9',
  ],
  [{ LITERATURE_METRICS_PORT: '8090' }, 'GRID_PORT and LITERATURE_METRICS_PORT are both 8090'],
  [{ METRICS_PORT: '9' }, 'METRICS_PORT cannot serve two workers'],
  [{ DATABASE_SCHEMA: 'literature' }, 'literature belongs to the literature service'],
])('rejects values that two services cannot share: %j', (environment, told) => {
  expect(() => readSettings(environment, '/checkout')).toThrow(told);
});
