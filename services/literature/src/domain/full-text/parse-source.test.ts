import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formOf, outdates, parseOrder } from './parse-source.ts';

const form = fc.constantFrom('html' as const, 'pdf' as const);
const uploads = fc.record({
  pdf_uploaded: fc.boolean(),
  html_uploaded: fc.boolean(),
  uploaded_last: fc.option(form, { nil: null }),
});

test('uploads are parsed before downloads, and later uploads before earlier ones', () => {
  fc.assert(
    fc.property(uploads, (given) => {
      const [first, second] = parseOrder(given);
      expect(new Set([first, second])).toEqual(new Set(['html', 'pdf']));
      const isUploaded = { html: given.html_uploaded, pdf: given.pdf_uploaded };
      if (isUploaded.html !== isUploaded.pdf) expect(isUploaded[first ?? 'html']).toBe(true);
      else expect(first).toBe(isUploaded.pdf ? (given.uploaded_last ?? 'html') : 'html');
    }),
  );
});

test('reads only the requested type', () => {
  fc.assert(fc.property(uploads, form, (given, asked) => expect(parseOrder(given, asked)).toEqual([asked])));
});

const location = fc.constantFrom('a.html', 'b.html', 'a.pdf', 'b.pdf');
const markdown = fc.record({ markdown_source: fc.option(location, { nil: null }), markdown_outdated: fc.boolean() });

test('the Markdown belongs to its file: choosing the same file keeps or restores it', () => {
  fc.assert(
    fc.property(markdown, location, fc.boolean(), (of, file, isUpload) => {
      const outdated = outdates({ location: file, isUpload }, of);
      if (file === of.markdown_source) expect(outdated).toBe(false);
      else if (isUpload) expect(outdated).toBe(true);
      else if (of.markdown_source !== null && formOf(of.markdown_source) === formOf(file)) expect(outdated).toBe(true);
      else expect(outdated).toBe(of.markdown_outdated);
    }),
  );
});
