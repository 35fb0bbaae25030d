import { expect, test } from '@jest/globals';
import { startScreen } from './start-screen.ts';

const grid = {
  name: 'grid coordinator',
  address: 'http://127.0.0.1:8090',
  page: { label: 'console', address: 'http://127.0.0.1:8090/' },
};
const literature = {
  name: 'literature service',
  address: 'http://127.0.0.1:8000',
  page: { label: 'reader', address: 'http://127.0.0.1:8000/' },
};
const adminToken = { value: 'secret', place: '/state/admin-token' };

test('the start screen shows both pages, both interfaces and where the tokens are, but no token', () => {
  expect(startScreen({ services: [grid, literature], adminToken }, '/state', {})).toBe(`
Almagest is running. Ctrl-C stops it.

Grid coordinator
  console   http://127.0.0.1:8090/
            log in as admin, with the token as password
  API       http://127.0.0.1:8090/docs
  token     /state/admin-token

Literature service
  reader    http://127.0.0.1:8000/
  API       http://127.0.0.1:8000/docs
  token     not required

All data is in /state
`);
});

test.each([
  [{ API_TOKEN: 'mine' }, 'token     the value of API_TOKEN'],
  [{ API_TOKEN_FILE: '/run/token' }, 'token     /run/token'],
  [{ ADMIN_USER: 'ann', ADMIN_PASSWORD: 'hers' }, 'log in as ann, with your password'],
])('the screen says what was configured: %j', (environment, told) => {
  const screen = startScreen({ services: [grid, literature], adminToken }, '/state', environment);
  expect(screen).toContain(told);
  expect(screen).not.toMatch(/mine|hers/);
});

test('a token created for the literature service is shown by its file', () => {
  const token = { value: 'secret', place: '/state/api-token' };
  expect(startScreen({ services: [grid, { ...literature, token }], adminToken }, '/state', {})).toContain(
    'token     /state/api-token',
  );
});
