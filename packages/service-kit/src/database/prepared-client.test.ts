import { expect, test } from '@jest/globals';
import { StatementNames } from './prepared-client.ts';

test('a text gets its name at its fifth use and keeps it', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 7 }, () => names.of('select 1'));
  expect(given).toEqual([undefined, undefined, undefined, undefined, 'often_1', 'often_1', 'often_1']);
});

test('two texts never share a name, and a named text keeps its name', () => {
  const names = new StatementNames();
  const nameOf = new Map<number, string>();
  for (let step = 0; step < 4_000; step += 1) {
    const text = (step * step) % 331;
    const name = names.of(String(text));
    if (name === undefined) expect(nameOf.has(text)).toBe(false);
    else {
      expect(nameOf.get(text) ?? name).toBe(name);
      nameOf.set(text, name);
    }
  }
  expect(nameOf.size).toBeGreaterThan(100);
  expect(new Set(nameOf.values()).size).toBe(nameOf.size);
});

test('at most 200 texts are named', () => {
  const names = new StatementNames();
  const given = new Set<string>();
  for (let text = 0; text < 1_000; text += 1)
    for (let time = 0; time < 6; time += 1) {
      const name = names.of(`select ${text}`);
      if (name !== undefined) given.add(name);
    }
  expect(given.size).toBe(200);
});
