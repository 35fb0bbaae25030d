import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitPlainForm, type PlainPart } from './plain-form.ts';

const BOUNDARY = 'b0undary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const REPORT = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="report"\r\n\r\n{}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

function split(body: string, type = TYPE) {
  const parts = splitPlainForm(Buffer.from(body), type);
  return parts?.map(({ name, isFile, content }) => [name, isFile, content.toString()]);
}

describe('a form written by a common client', () => {
  const names = fc.stringMatching(/^[a-z_]{1,12}$/);
  const values = fc.oneof(
    fc.record({ text: fc.string() }),
    fc.record({ bytes: fc.uint8Array(), fileName: fc.stringMatching(/^[a-z]{1,8}\.7$/) }),
  );

  test('is split into the same parts as by the parser of fetch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, values, { noNullPrototype: true }), async (fields) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields))
          if ('text' in value) form.set(name, value.text);
          else form.set(name, new Blob([value.bytes]), value.fileName);
        const sent = new Response(form);
        const type = sent.headers.get('content-type') ?? '';
        const body = Buffer.from(await sent.arrayBuffer());
        expect(await contents(splitPlainForm(body, type) ?? [])).toEqual(await contents(body, type));
      }),
    );
  });

  test('may quote the boundary and end without a line break', () => {
    expect(split(`${REPORT}--${BOUNDARY}--`, `multipart/form-data; boundary="${BOUNDARY}"`)).toEqual([
      ['report', false, '{}'],
    ]);
  });
});

test('a damaged form that the parser of fetch accepts is split like it, or left to the streaming parser', async () => {
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nab\r\n`;
  const whole = Buffer.from(`${REPORT}${file}${END}`);
  const damage = fc.tuple(fc.nat(whole.length - 1), fc.constantFrom('\r', '\n', '-', '"', ';', ' ', ':', 'a'));
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (changes) => {
      const body = Buffer.from(whole);
      for (const [place, character] of changes) body.write(character, place, 'latin1');
      const parts = splitPlainForm(body, TYPE);
      const expected = await contents(body, TYPE).catch(() => undefined);
      if (parts !== undefined && expected !== undefined) expect(await contents(parts)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['another boundary', REPORT + END, 'multipart/form-data; boundary=other'],
  ['no boundary', REPORT + END, 'multipart/form-data'],
  ['a cut end', REPORT, TYPE],
  ['text after its end', `${REPORT}${END}more`, TYPE],
  ['a character set', REPORT.replace('\r\n\r\n', '\r\nContent-Type: text/plain; charset=latin1\r\n\r\n') + END, TYPE],
  ['an encoding', REPORT.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n') + END, TYPE],
  ['no name', REPORT.replace('; name="report"', '') + END, TYPE],
  ['an empty file name', REPORT.replace('"report"', '"report"; filename=""') + END, TYPE],
])('a form with %s is left to the streaming parser', (_, body, type) => {
  expect(split(body, type)).toBeUndefined();
});

/** Returns the names and contents of the parts. Parses a buffer with the form parser of fetch. */
async function contents(form: readonly PlainPart[] | Buffer, type = ''): Promise<[string, string][]> {
  if (!Buffer.isBuffer(form)) return form.map(({ name, content }) => [name, content.toString('hex')]);
  const parsed = await new Response(new Uint8Array(form), { headers: { 'content-type': type } }).formData();
  return await Promise.all(
    [...parsed].map(async ([name, value]): Promise<[string, string]> => {
      const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer());
      return [name, bytes.toString('hex')];
    }),
  );
}
