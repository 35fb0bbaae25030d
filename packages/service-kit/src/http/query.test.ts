import { describe, expect, test } from '@jest/globals';
import Type from 'typebox';
import { readQuery } from './query.ts';
import { Refusal } from './refusal.ts';

const SCHEMA = Type.Object({
  limit: Type.Optional(Type.Integer()),
  offset: Type.Optional(Type.Integer()),
  q: Type.Optional(Type.String()),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  least: Type.Optional(Type.Number()),
});

function refusalOf(query: Readonly<Record<string, unknown>>): string {
  try {
    readQuery(SCHEMA, query);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'malformed') return error.message;
    throw error;
  }
  throw new Error('the query was not refused');
}

describe('a query', () => {
  test('returns integers as numbers and everything else as text', () => {
    expect(readQuery(SCHEMA, { limit: '010', offset: '-3', q: '5', order: 'asc' })).toEqual({
      limit: 10,
      offset: -3,
      q: '5',
      order: 'asc',
    });
    expect(readQuery(SCHEMA, {})).toEqual({});
  });

  test.each([
    ['1', 1],
    ['-4.50', -4.5],
    ['.5', 0.5],
    ['+1e-3', 0.001],
  ])('returns numbers as numbers: %s', (text, value) => {
    expect(readQuery(SCHEMA, { least: text })).toEqual({ least: value });
  });

  test.each(['', ' 1', '1,5', '0x1', 'NaN', 'Infinity', '1e999', '.', 'e5', '--1'])(
    'is refused if %j is given for a number',
    (text) => {
      expect(refusalOf({ least: text })).toBe(`query parameter least is '${text}'. Expected a number`);
    },
  );

  test.each([
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['-99999999999999999999', Number.MIN_SAFE_INTEGER],
  ])('clamps an integer to the range that a number can hold exactly: %s', (text, value) => {
    expect(readQuery(SCHEMA, { limit: text })).toEqual({ limit: value });
  });

  test('keeps an empty text', () => {
    expect(readQuery(SCHEMA, { q: '' })).toEqual({ q: '' });
  });

  const unknown = { utm: 'x', more: ['a', 'b'], 'deep[x]': '1', nested: { a: 'b' } };

  test.each(Object.entries(unknown))(
    'is refused if a parameter is unknown, and the message names it: %s',
    (key, value) => {
      expect(refusalOf({ limit: '1', [key]: value })).toBe(
        `unknown query parameter '${key.split('[', 1)[0]}'. The parameters are limit, offset, q, order, least`,
      );
    },
  );

  test('may contain unknown parameters if they are tolerated, in any form', () => {
    expect(readQuery(SCHEMA, { ...unknown, limit: '1' }, 'tolerated')).toEqual({ limit: 1 });
  });

  test.each(['', ' ', '1.0', '1e3', '+1', '0x1', 'ten', '1 ', '-', '12345678901234567x', 'NaN'])(
    'is refused if %j is given for an integer',
    (text) => {
      expect(refusalOf({ limit: text })).toBe(`query parameter limit is '${text}'. Expected an integer`);
    },
  );

  test.each([
    ['given twice', { q: ['a', 'b'] }],
    ['given twice, an integer', { limit: ['1', '2'] }],
    ['given as an empty list', { q: [] }],
    ['nested by the parser', { q: { x: '1' } }],
    ['nested in its key', { 'q[x]': '1' }],
    ['a list by its key', { 'limit[]': '1' }],
    ['a number', { limit: 5 }],
    ['null', { q: null }],
  ])('is refused if a parameter is %s', (_how, query) => {
    expect(refusalOf(query)).toMatch(/^query parameter (q|limit) must be given once, as plain text$/);
  });

  test.each(['constructor', 'toString', '__proto__'])('does not mistake %s for a known parameter', (name) => {
    const query = Object.fromEntries([[name, ['a', 'b']]]);
    expect(Object.keys(readQuery(SCHEMA, query, 'tolerated'))).toEqual([]);
    expect(refusalOf(query)).toMatch(`unknown query parameter '${name}'`);
  });
});
