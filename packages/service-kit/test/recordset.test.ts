import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import { openDatabase, type OpenedDatabase } from '../src/database/database.ts';
import { recordset } from '../src/database/recordset.ts';
import { freshDatabase } from './fresh-database.ts';

let opened: OpenedDatabase<{ readonly account: { id: number } }>;

beforeAll(async () => {
  opened = openDatabase({ url: await freshDatabase(), schema: 'public' }, { max: 1, onFault: () => undefined });
});
afterAll(async () => {
  await opened.db.destroy();
});

const COLUMNS = {
  done: 'bool',
  real: 'float4',
  double: 'float8',
  small: 'int2',
  workflowId: 'int4',
  big: 'int8',
  list: 'jsonb',
  from: 'text',
  'a "quoted" name': 'text',
  id: 'uuid',
} as const;

const ROW = {
  done: true,
  real: 0.5,
  double: 0.1,
  small: -32_768,
  workflowId: 2_147_483_647,
  big: Number.MAX_SAFE_INTEGER,
  list: ['a', { b: null }],
  from: `it's "quoted", \\ and 恒星`,
  'a "quoted" name': '',
  id: '0190b3c2-7f6a-7000-8000-0123456789ab',
};

async function read<T>(statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(opened.db)).rows;
}

describe('a recordset', () => {
  test('returns rows unchanged and in order, in columns of the given types', async () => {
    const table = recordset([ROW, { ...ROW, workflowId: 1 }], COLUMNS, 'Given');
    expect(await read(sql`select "Given".* from ${table}`)).toEqual([ROW, { ...ROW, workflowId: 1 }]);
    const types = Object.keys(COLUMNS).map((name) => sql`pg_typeof(${sql.id(name)})::text as ${sql.id(name)}`);
    expect(await read(sql`select ${sql.join(types)} from ${recordset([ROW], COLUMNS, 'g')}`)).toEqual([
      {
        done: 'boolean',
        real: 'real',
        double: 'double precision',
        small: 'smallint',
        workflowId: 'integer',
        big: 'bigint',
        list: 'jsonb',
        from: 'text',
        'a "quoted" name': 'text',
        id: 'uuid',
      },
    ]);
  });

  test('has its columns in the given order, regardless of the order of the properties', async () => {
    const rows = [{ b: 'second', a: 'first', unread: 'never' }];
    const { rows: found } = await sql<{ pair: string }>`
      select t::text as pair from ${recordset(rows, { a: 'text', b: 'text' }, 't')}`.execute(opened.db);
    expect(found).toEqual([{ pair: '(first,second)' }]);
  });

  test('has null for values that JSON does not have, and no row for an empty list', async () => {
    const missing = { ...ROW, done: undefined, real: Number.NaN, double: Number.POSITIVE_INFINITY, from: null };
    expect(await read(sql`select * from ${recordset([missing], COLUMNS, 'g')}`)).toEqual([
      { ...ROW, done: null, real: null, double: null, from: null },
    ]);
    const nulls = recordset([{ a: null, b: undefined }], { a: 'int8', b: 'jsonb' }, 'g');
    expect(await read(sql`select * from ${nulls}`)).toEqual([{ a: null, b: null }]);
    expect(await read(sql`select * from ${recordset([], COLUMNS, 'g')}`)).toEqual([]);
  });

  test('has the same text and one parameter for any rows, so that its statement is prepared once', () => {
    const compile = (rows: (typeof ROW)[]) => sql`select from ${recordset(rows, COLUMNS, 'g')}`.compile(opened.db);
    const one = compile([ROW]);
    const many = compile([ROW, { ...ROW, workflowId: 3 }, ROW]);
    expect([one.parameters.length, many.parameters.length]).toEqual([1, 1]);
    expect(many.sql).toBe(one.sql);
    expect(sql`select from ${recordset([ROW], { id: 'uuid' }, 'g')}`.compile(opened.db).sql).not.toBe(one.sql);
  });

  test('is rejected by the compiler if a row lacks a column or has another type', async () => {
    // @ts-expect-error A column is missing.
    const missing = recordset([{ a: 1 }], { a: 'int4', b: 'text' }, 't');
    // @ts-expect-error A column may be missing.
    recordset([{ a: 1 } as { a: number; b?: string }], { a: 'int4', b: 'text' }, 't');
    // @ts-expect-error A column has another type.
    const wrong = recordset([{ a: 'one' }], { a: 'int4' }, 't');
    // @ts-expect-error PostgreSQL knows the type, but `recordset` does not.
    recordset([{ a: 1 }], { a: 'integer' }, 't');
    expect(await read(sql`select * from ${missing}`)).toEqual([{ a: 1, b: null }]);
    await expect(read(sql`select * from ${wrong}`)).rejects.toThrow('invalid input syntax for type integer: "one"');
  });
});
