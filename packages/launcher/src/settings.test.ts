import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

test('has a default for everything', () => {
  expect(readSettings({}, '/checkout')).toEqual({
    stateDir: '/checkout/.state',
    gridPort: 8090,
    literaturePort: 8000,
  });
});

test('takes what is set; an empty value counts as unset', () => {
  const environment = { STATE_DIR: '/var/lib/almagest', GRID_PORT: '9000', DATABASE_URL: '', REDIS_URL: '' };
  expect(readSettings(environment, '/checkout')).toEqual({
    stateDir: '/var/lib/almagest',
    gridPort: 9000,
    literaturePort: 8000,
  });
  const databaseUrl = 'postgresql://db/grid';
  expect(readSettings({ DATABASE_URL: databaseUrl }, '/checkout')).toMatchObject({ databaseUrl });
});

test('names every variable that is wrong at once', () => {
  const environment = { GRID_PORT: '70000', DATABASE_URL: 'mysql://db' };
  expect(() => readSettings(environment, '/checkout')).toThrow(
    'GRID_PORT=70000: expected a port, 1 to 65535; ' +
      'DATABASE_URL: expected an address that starts with postgresql:// or postgres://',
  );
});

test('refuses one port for both services', () => {
  expect(() => readSettings({ GRID_PORT: '8000' }, '/checkout')).toThrow('GRID_PORT and LITERATURE_PORT are both 8000');
});
