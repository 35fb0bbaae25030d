import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from '@jest/globals';
import { breaksOf } from './breaks.ts';
import { broken, switchable } from './broken-source.ts';

const whatIn = (source: string) => breaksOf('x.ts', source).map((one) => broken(source, one).trim());

test('breaks conditions, limits, protecting calls and throws', () => {
  expect(whatIn('for (;;) if (a) break;')).toEqual(['for (;;) if (false) break;']);
  expect(whatIn('if (a && b) go();')).toEqual([
    'if (true) go();',
    'if (false) go();',
    'if ((a)) go();',
    'if ((b)) go();',
  ]);
  expect(whatIn('const x = a < b;')).toEqual(['const x = (a <= b);']);
  expect(whatIn('const x = list.filter((one) => one.id === id);')).toEqual(['const x = list.filter((one) => true);']);
  expect(whatIn('await lockRow(trx);')).toEqual([';']);
  expect(whatIn('throw new Error();')).toEqual([';']);
  expect(whatIn('const x = Math.min(a, 10);')).toEqual(['const x = (a);', 'const x = (10);']);
});

test('breaks conditions and locks of queries', () => {
  expect(whatIn("const q = db.selectFrom('t').where('id', '=', id).forUpdate();")).toEqual([
    "const q = db.selectFrom('t').forUpdate();",
    "const q = db.selectFrom('t').where('id', '=', id);",
  ]);
  expect(whatIn('const q = sql`delete from t where id = ${id} and (a or b) returning id`;')).toEqual([
    'const q = sql`delete from t where true and (a or b) returning id`;',
    'const q = sql`delete from t where id = ${id} and true returning id`;',
  ]);
  expect(whatIn('const q = sql`select from t where id = ${id}`;')).toEqual([
    'const q = sql`select from t where true`;',
  ]);
  expect(whatIn("const q = sql`select from t where n between 1 and 2 and w = ' and ' for update`;")).toEqual([
    "const q = sql`select from t where true and w = ' and ' for update`;",
    'const q = sql`select from t where n between 1 and 2 and true for update`;',
    "const q = sql`select from t where n between 1 and 2 and w = ' and ' `;",
  ]);
});

test.each(['breaks.ts', 'sql-breaks.ts', 'test-process.ts', 'try-breaks.ts'])(
  'every broken form of %s, and the form with all of them, can be parsed',
  (file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    const breaks = breaksOf(file, source);
    expect(breaks.length).toBeGreaterThan(5);
    for (const one of breaks) expect(() => stripTypeScriptTypes(broken(source, one))).not.toThrow();
    expect(() => stripTypeScriptTypes(switchable(source, breaks, 0))).not.toThrow();
  },
);
