import { stat } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { hashPassword, isPassword } from './passwords.ts';

test('files can be read while many passwords are being checked', async () => {
  const passwordHash = await hashPassword('right');
  let checked = 0;
  const checks = Array.from({ length: 8 }, async () => {
    expect(await isPassword('wrong', passwordHash)).toBe(false);
    checked += 1;
  });
  // Files share four threads with the passwords.
  await stat('.');
  expect(checked).toBeLessThan(4);
  await Promise.all(checks);
});
