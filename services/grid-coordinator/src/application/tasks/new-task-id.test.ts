import { expect, test } from '@jest/globals';
import { newTaskId } from './new-task-id.ts';

test('a task id is a UUID of version 7 that begins with the time', () => {
  const before = Date.now();
  const id = newTaskId();
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});
