import { gzipSync } from 'node:zlib';
import { MAX_JSON_BYTES, type BadRequest, type OperationName } from './bad-values.ts';

/** Returns bodies that no operation accepts. `good` is a valid body of this operation, as JSON. */
export function brokenBodies(name: OperationName, good: string): BadRequest[] {
  const bad = (what: string, status: number, names: RegExp, more: Partial<BadRequest>): BadRequest => {
    return { name, what, status, names, ...more };
  };
  const json = { 'content-type': 'application/json' };
  return [
    bad('no body', 400, /body/, {}),
    bad('JSON cut short', 400, /JSON/, { body: good.slice(0, -1) }),
    bad('JSON with a trailing comma', 400, /JSON/, { body: `${good.slice(0, -1)},}` }),
    bad('two JSON texts', 400, /JSON/, { body: good + good }),
    bad('a body that is not UTF-8', 400, /JSON/, { body: Buffer.from([0xff, 0xfe, 0x00]) }),
    bad('form fields instead of JSON', 400, /JSON/, {
      body: 'node_id=n1&max_slots=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    ...['null', '7', '"text"', 'true'].map((body) => bad(`the JSON ${body}`, 400, /^body: must be object$/, { body })),
    bad('an array', 400, /body: must be object/, { body: `[${good}]` }),
    bad('a body over the limit', 413, new RegExp(String(MAX_JSON_BYTES)), {
      body: `{"x":"${'x'.repeat(MAX_JSON_BYTES)}"}`,
    }),
    bad('a small body that decompresses beyond the limit', 413, new RegExp(String(MAX_JSON_BYTES)), {
      body: gzipSync(`{"x":"${'x'.repeat(MAX_JSON_BYTES)}"}`),
      headers: { ...json, 'content-encoding': 'gzip' },
    }),
    bad('a broken gzip stream', 400, /./, { body: good, headers: { ...json, 'content-encoding': 'gzip' } }),
    bad('an unknown encoding', 400, /klingon/, { body: good, headers: { ...json, 'content-encoding': 'klingon' } }),
    bad('an unknown charset', 400, /KLINGON/i, {
      body: good,
      headers: { 'content-type': 'application/json; charset=klingon' },
    }),
    bad('nesting a hundred thousand deep', 400, /body/, {
      body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    }),
  ];
}
