import { HttpError, type HttpFault } from '@almagest/http-client';
import { expect, test } from '@jest/globals';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import type { Cause } from '../../domain/full-text/diagnosis.ts';
import { SourceError, type SourceFault } from '../source.ts';
import { classifyAnswer, diagnosePage, diagnoseSource, diagnoseTransport } from './diagnose.ts';

const page = (title: string, body = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
const article = (paragraphs: number, end = '</body></html>') =>
  `<!DOCTYPE html><html><head><title>Winds</title></head><body><article class="ltx_document">${'<div class="ltx_para"><p class="ltx_p">The wind of the star is driven by its light. </p></div>'.repeat(paragraphs)}</article>${end}`;

interface Came {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

const PAGES: readonly (readonly [Cause, string, Came])[] = [
  ['anti_bot', 'a challenge', { status: 403, body: page('Just a moment...') }],
  ['anti_bot', 'a challenge under 200', { body: page('Radware Captcha Page') }],
  ['anti_bot', 'a challenge under 503', { status: 503, body: page('Client Challenge') }],
  ['anti_bot', 'a denial of automated access', { status: 403, body: page('Access Denied', 'Sadly, no.') }],
  ['anti_bot', 'a challenge only in the headers', { status: 403, body: '', headers: { 'cf-mitigated': 'challenge' } }],
  ['anti_bot', 'the end of a redirect', { body: page(''), address: 'https://validate.perfdrive.com/?ssa=1' }],
  ['forbidden', 'a refusal', { status: 403, body: page('Forbidden', 'You may not see this.') }],
  ['forbidden', 'a bare refusal', { status: 403, body: '' }],
  ['forbidden', 'a log-in page', { body: page('Sign in to continue') }],
  ['forbidden', 'a denial that asks to sign in', { status: 403, body: page('Access Denied', 'Purchase this article') }],
  ['forbidden', 'a request for payment', { status: 402, body: page('Journal') }],
  ['rate_limited', 'too many requests', { status: 429, body: page('Journal') }],
  ['rate_limited', 'these words without the status', { body: 'Rate exceeded.' }],
  ['not_found', '404', { status: 404, body: page('Not found') }],
  ['not_found', 'gone', { status: 410, body: '' }],
  ['not_found', 'no HTML', { status: 404, body: page("No HTML for '2401.00001'") }],
  ['not_found', 'an unavailable PDF', { status: 200, body: page('PDF Unavailable') }],
  [
    'not_found',
    'the error text of a source',
    { body: page('', 'Our source to PDF conversion system was unable to produce') },
  ],
  ['not_found', 'the abstract', { body: page('Winds'), address: 'https://arxiv.org/abs/2401.00001' }],
  ['network', 'a broken server', { status: 500, body: page('Server error') }],
  ['network', 'a busy server', { status: 503, body: 'Server too busy' }],
  ['invalid_format', 'nothing', { body: '' }],
  ['invalid_format', 'another format', { body: '{"pages": 12}' }],
  ['invalid_format', 'a page of a few words', { body: page('Viewer', 'This document opens in a viewer.') }],
  ['invalid_format', 'a conversion that failed', { body: article(1) }],
  ['invalid_format', 'a page that ends early', { body: article(60, '') }],
  ['invalid_format', 'an HTML paper instead of a PDF', { body: article(60) }],
];

test.each(PAGES)('%s is diagnosed from %s', (cause, _what, { status = 200, body, headers = {}, address }) => {
  const answer = { status, headers, address: address ?? 'https://journal.example/html/1' };
  expect(diagnosePage(classifyAnswer(body, answer))).toEqual({ cause, detail: expect.stringMatching(/\w/) });
});

testRecorded("the preprint server's page in place of a PDF is diagnosed as a missing PDF", () => {
  const html = `<html><body>${readRecorded('arxiv-pages/cannot_build_pdf.jinja.html')}</body></html>`;
  const answer = { status: 200, headers: {}, address: 'https://site.example/pdf/1' };
  expect(diagnosePage(classifyAnswer(html, answer))).toMatchObject({ cause: 'not_found' });
});

const TRANSPORT: readonly (readonly [HttpFault, Cause])[] = [
  ['timeout', 'timeout'],
  ['too_large', 'too_large'],
  ['network', 'network'],
  ['cut_off', 'network'],
  ['too_many_redirects', 'network'],
  ['refused_address', 'forbidden'],
  ['invalid_address', 'not_found'],
];

test.each(TRANSPORT)('a connection that fails with %s is diagnosed as %s, with its message', (fault, cause) => {
  expect(diagnoseTransport(new HttpError(fault, 'what happened'))).toEqual({ cause, detail: 'what happened' });
});

const SOURCES: readonly (readonly [SourceFault, Cause])[] = [
  ['timeout', 'timeout'],
  ['rate_limited', 'rate_limited'],
  ['unauthorized', 'forbidden'],
  ['not_configured', 'not_found'],
  ['unavailable', 'network'],
  ['malformed_answer', 'network'],
];

test.each(SOURCES)('links that fail with %s are diagnosed as %s', (fault, cause) => {
  expect(diagnoseSource(new SourceError('catalog', fault, 'why'))).toEqual({ cause, detail: 'why' });
});

test('these tables contain every cause that is found automatically', () => {
  const told = [...PAGES.map(([cause]) => cause), ...TRANSPORT.map(([, cause]) => cause)];
  const all: Record<Exclude<Cause, 'no_resource'>, true> = {
    timeout: true,
    anti_bot: true,
    not_found: true,
    forbidden: true,
    rate_limited: true,
    too_large: true,
    invalid_format: true,
    network: true,
  };
  expect(new Set(told)).toEqual(new Set(Object.keys(all)));
});
