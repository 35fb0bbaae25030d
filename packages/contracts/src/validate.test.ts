import { describe, expect, test } from '@jest/globals';
import Type, { type TSchema } from 'typebox';
import { GridPointParams, gridOperations, TaskReport } from './grid/index.ts';
import { literatureOperations } from './literature/index.ts';
import type { Operation } from './operation.ts';
import { closedObject, Nullable, PlainTime, Timestamp } from './schema.ts';
import { compile } from './validate.ts';

function faultOf(schema: TSchema, value: unknown): string {
  const checked = compile(schema)(value);
  if (checked.ok) throw new Error('the value was accepted');
  return checked.fault;
}

const REPORT = {
  task_id: '0198b0a0-0000-7000-8000-000000000001',
  point_name: 'p',
  node_id: 'n',
  status: 'completed',
  converged: true,
  atmosphere_has_nan: false,
};
const PARAMS = { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };

describe('a valid value', () => {
  test('is returned as the same object, with keys that the schema does not name', () => {
    const value = { ...PARAMS, more: 1 };
    const checked = compile(GridPointParams)(value);
    expect(checked).toEqual({ ok: true, value });
    expect(checked.ok && checked.value).toBe(value);
  });

  test('is not converted', () => {
    expect(faultOf(GridPointParams, { ...PARAMS, teff: '20000' })).toBe('teff: must be number');
  });
});

describe('the reported fault', () => {
  test.each<[string, TSchema, unknown, string]>([
    ['the root', Type.Integer(), 'x', 'must be integer'],
    ['a null field', GridPointParams, { ...PARAMS, logo: null }, 'logo: must be number'],
    ['a missing field', closedObject({ a: Type.Number() }), {}, "must have required property 'a'"],
    ['an unknown field', closedObject({}), { a: 1 }, 'unknown key "a"'],
    [
      'a list',
      Type.Object({ grid: Type.Object({ teff: Type.Array(Type.Number()) }) }),
      { grid: { teff: [1, 2, 'x'] } },
      'grid.teff[2]: must be number',
    ],
    ['a list at the root', Type.Array(Type.Number()), [1, 'x'], '[1]: must be number'],
    [
      'a key with a slash and a tilde',
      Type.Object({ 'a/b~c': Type.Number() }),
      { 'a/b~c': 'x' },
      'a/b~c: must be number',
    ],
    [
      'an enumeration',
      Type.Object({ s: Type.Enum(['asc', 'desc']) }),
      { s: 'up' },
      's: must be equal to one of the allowed values: asc, desc',
    ],
    ['a bound', Type.Object({ n: Type.Integer({ minimum: 1, maximum: 4096 }) }), { n: 0 }, 'n: must be >= 1'],
    ['a pattern', Type.Object({ n: Type.String({ pattern: '^a$' }) }), { n: 'b' }, 'n: must match pattern "^a$"'],
    [
      'a pattern with a title',
      Type.Object({ n: Type.String({ title: 'a letter from a to c', pattern: '^[a-c]$' }) }),
      { n: 'd' },
      'n: must be a letter from a to c',
    ],
    [
      'a value that may be null',
      Type.Object({ n: Nullable(Type.Number()) }),
      { n: 'x' },
      'n: must be number; n: must be null',
    ],
    ['a time', Type.Object({ t: Timestamp }), { t: 'noon' }, 't: must match format "date-time"'],
    ['NaN', Type.Number(), NaN, 'must be number'],
  ])('of %s names the place and the expected value', (_where, schema, value, fault) => {
    expect(faultOf(schema, value)).toBe(fault);
  });

  test('is that a text is too long, before any pattern is matched', () => {
    const schema = Type.Object({ q: Type.String({ maxLength: 3, pattern: '^a*$' }), b: Type.String() });
    expect(faultOf(schema, { q: 'bbbb', b: 1 })).toBe('q: must NOT have more than 3 characters');
  });

  test('is only the first fault, and a union reports the fault of each branch once', () => {
    const two = faultOf(Type.Object({ a: Type.Number(), b: Type.String() }), { a: 'x', b: 1 });
    expect(two).toBe('a: must be number');
    const either = Type.Union([Type.Object({ a: Type.Number() }), Type.Object({ a: Type.Number(), b: Type.Null() })]);
    expect(faultOf(either, { a: 'x', b: null })).toBe('a: must be number');
    const many = faultOf(
      Type.Array(Type.Number()),
      Array.from({ length: 50 }, () => 'x'),
    );
    expect(many).toBe('[0]: must be number');
  });

  test('never repeats the value, which may be long or secret', () => {
    expect(compile(TaskReport)(REPORT).ok).toBe(true);
    const fault = faultOf(TaskReport, { ...REPORT, task_id: 'hunter2' });
    expect(fault).toBe('task_id: must match format "uuid"');
  });
});

test('a UUID must have the notation that PostgreSQL accepts, in either case', () => {
  const check = compile(TaskReport);
  const id = '7f2f6a1e-7f43-4d0e-9d5a-0a8f3c1d2b4e';
  const taken = (task_id: string) => check({ ...REPORT, task_id }).ok;
  expect([id, id.toUpperCase()].map(taken)).toEqual([true, true]);
  const others = [`urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', ''), `${id}\n`, `${id}0`, ` ${id}`];
  expect(others.map(taken)).toEqual(others.map(() => false));
});

describe('a check', () => {
  test('gives independent results for each value', () => {
    const check = compile(Type.Number());
    const first = check('x');
    expect(check(1)).toEqual({ ok: true, value: 1 });
    expect(first).toEqual({ ok: false, fault: 'must be number' });
  });

  test.each<[string, object, string]>([
    ['an unknown keyword', { type: 'string', maxLenght: 3 }, 'unknown keyword: "maxLenght"'],
    ['an unknown format', { type: 'string', format: 'e-mail-ish' }, 'unknown format "e-mail-ish"'],
    ['an unknown type', { type: 'text' }, 'schema is invalid'],
  ])('throws if its schema has %s', (_what, schema, fault) => {
    expect(() => compile(schema as TSchema)('')).toThrow(fault);
  });
});

test.each([
  ['2026-01-31 12:00:00', true],
  ['2026-01-31T12:00:00Z', false],
  ['2026-01-31 12:00', false],
])('the plain time %s: %s', (text, ok) => {
  expect(compile(PlainTime)(text).ok).toBe(ok);
});

test('a list that is too long is refused before its entries are checked', () => {
  let looked = 0;
  const entries = new Proxy(Array<string>(10_001).fill(''), {
    get: (list, key, self) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) looked += 1;
      return Reflect.get(list, key, self) as unknown;
    },
  });
  const { body } = literatureOperations.exportBibtex;
  expect(faultOf(body, { bibcodes: entries })).toBe('bibcodes: must NOT have more than 10000 items');
  expect(looked).toBe(0);
});

test.each(Object.entries<Operation>({ ...gridOperations, ...literatureOperations }))(
  'every list in a request of %s limits the number of its entries, and the length of its texts',
  (_, { params, query, body }) => {
    const parts = [params, query, body].filter((part) => part !== undefined);
    expect(parts.flatMap((part) => endlessIn(part, ''))).toEqual([]);
  },
);

interface AnySchema extends TSchema {
  readonly type?: string;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly items?: AnySchema;
  readonly anyOf?: readonly AnySchema[];
  readonly properties?: Readonly<Record<string, AnySchema>>;
}

/** Returns the places of a schema whose lists or texts have no length limit. */
function endlessIn({ type, maxItems, items, anyOf = [], properties = {} }: AnySchema, place: string): string[] {
  const isEndless = maxItems === undefined || (items?.type === 'string' && items.maxLength === undefined);
  return [
    ...(type === 'array' && isEndless ? [`${place}[]`] : []),
    ...(items === undefined ? [] : endlessIn(items, `${place}[]`)),
    ...anyOf.flatMap((one) => endlessIn(one, place)),
    ...Object.entries(properties).flatMap(([key, one]) => endlessIn(one, `${place}.${key}`)),
  ];
}
