import { expect, test } from '@jest/globals';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import fc from 'fast-check';
import { classifyPage } from './classify-page.ts';
import { readPageText } from './page-text.ts';

const sentence = 'The luminosity of the star falls while its envelope contracts toward the main sequence. ';
const page = (title: string, body: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const paper = (text = sentence) =>
  page(
    'Contracting stars',
    `<article class="ltx_document">${`<div class="ltx_para"><p class="ltx_p">${text.repeat(8)}</p></div>`.repeat(4)}</article>`,
  );

test('a LaTeXML page with text is a paper, whatever its status', () => {
  expect(classifyPage(paper())).toMatchObject({ kind: 'paper', markup: 'latexml' });
  expect(classifyPage(paper(), { status: 404 })).toMatchObject({ kind: 'paper' });
});

test('a short complete LaTeXML page is a paper, but one with only the abstract is not', () => {
  const abstract = `<div class="ltx_abstract"><p class="ltx_p">${sentence.repeat(6)}</p></div>`;
  const short = (body: string): string =>
    page(
      'A correction',
      `<nav>Contents</nav><article class="ltx_document"><h1 class="ltx_title ltx_title_document">A correction</h1>${abstract}${body}</article>`,
    );
  const whole = short(
    `<section class="ltx_section"><div id="p1" class="ltx_para"><p class="ltx_p">${sentence.repeat(9)}</p></div></section>`,
  );
  expect(readPageText(whole).visible.length).toBeLessThan(1400);
  expect(classifyPage(whole)).toMatchObject({ kind: 'paper', markup: 'latexml' });
  expect(classifyPage(whole.slice(0, -40))).toMatchObject({ kind: 'truncated' });
  expect(classifyPage(short(''))).toMatchObject({ kind: 'no_text' });
  expect(classifyPage(short('<div class="ltx_para"><p class="ltx_p">See the file.</p></div>'))).toMatchObject({
    kind: 'no_text',
  });
});

test('an article that is not from LaTeXML is a paper if it is long enough', () => {
  expect(classifyPage(page('Essay', `<p>${sentence.repeat(60)}</p>`))).toMatchObject({
    kind: 'paper',
    markup: 'other',
  });
  expect(classifyPage(page('Essay', '<p>Short.</p>'))).toMatchObject({ kind: 'no_text' });
});

test('a paper about captchas and log-in walls is a paper', () => {
  const text = `${sentence} Sign in to prove you are not a robot; a reCAPTCHA error 1020 is not found. Access denied. No HTML for robots. `;
  expect(classifyPage(paper(text))).toMatchObject({ kind: 'paper' });
  const essay = page('On walls', `<script src="https://hcaptcha.com/1/api.js"></script><p>${text.repeat(40)}</p>`);
  expect(classifyPage(essay)).toMatchObject({ kind: 'paper', markup: 'other' });
});

test('a page that says there is no HTML is classified accordingly, whatever its status', () => {
  const html = page('arXiv', `<h1>No HTML for '2401.00001v1'</h1><p>HTML is not available for the source.</p>`);
  expect(classifyPage(html, { status: 404 })).toMatchObject({
    kind: 'no_html',
    evidence: expect.stringContaining('2401.00001'),
  });
});

test.each([
  ['<h1>No document for 2401.99999</h1>', 'not_found'],
  ['<h1>No article for x</h1>', 'not_found'],
  ['<h1>PDF Unavailable</h1>', 'not_found'],
  ['<h1>Welcome</h1><p>Please sign in to read the article.</p>', 'login'],
  ['<p>Purchase this article for 39 EUR</p>', 'login'],
  ['<h1>Access Denied</h1><p>Sign in through your institution.</p>', 'login'],
  ['<p>Rate exceeded.</p>', 'rate_limited'],
])('names %s', (body, kind) => {
  expect(classifyPage(page('Journal', body))).toMatchObject({ kind });
});

test('a marker of a known host classifies a short page, but not a paper that quotes it', () => {
  const markers = [{ kind: 'not_found', pattern: /\bno such text here\b/i }] as const;
  expect(classifyPage(page('Journal', '<p>Sorry, no such text here.</p>'), { markers })).toEqual({
    kind: 'not_found',
    evidence: 'text: no such text here',
  });
  expect(classifyPage(page('Journal', '<p>Sorry, no such text here.</p>'))).toMatchObject({ kind: 'no_text' });
  const quoting = page('Stars', `<p>${sentence} No such text here. ${sentence.repeat(60)}</p>`.repeat(6));
  expect(classifyPage(quoting, { markers })).toMatchObject({ kind: 'paper' });
});

test('an abstract page is recognised by its markup and by the address after redirects', () => {
  const abstract = page(
    '[2401.00001] Stars',
    `<div id="abs-outer"><blockquote class="abstract mathjax">${sentence.repeat(50)}</blockquote></div>`,
  );
  expect(classifyPage(abstract)).toMatchObject({ kind: 'abstract_page' });
  const redirected = { status: 200, finalAddress: 'https://arxiv.org/abs/2401.00001' };
  expect(classifyPage(page('Stars', `<p>${sentence.repeat(60)}</p>`), redirected)).toMatchObject({
    kind: 'abstract_page',
  });
});

test('a publisher’s page with only the abstract is an abstract page', () => {
  const head = '<meta name="citation_title" content="Stars">';
  const landing = (paragraphs: number): string =>
    page(
      'Stars',
      `${head}<ul>${'<li>Menu entry of the site</li>'.repeat(200)}</ul>${`<p>${sentence.repeat(4)}</p>`.repeat(paragraphs)}`,
    );
  expect(classifyPage(landing(1))).toMatchObject({ kind: 'abstract_page' });
  expect(classifyPage(landing(20))).toMatchObject({ kind: 'paper', markup: 'other' });
});

test.each([
  ['Cloudflare', page('Just a moment...', '<p>Checking</p>'), {}],
  ['Cloudflare', page('x', '<script>window._cf_chl_opt={}</script>'), {}],
  ['Cloudflare', page('x', '<p>wait</p>'), { headers: { 'CF-Mitigated': 'challenge' } }],
  ['Radware', page('Radware Bot Manager Captcha', ''), {}],
  ['Radware', page('x', 'your behaviour made us think that you are a bot'), {}],
  ['Radware', page('x', ''), { finalAddress: 'https://validate.perfdrive.com/abc' }],
  ['Imperva', page('x', 'Request unsuccessful. Incapsula incident ID: 1-2'), {}],
  ['Imperva', page('Pardon Our Interruption', '<p>Something about your browser.</p>'), {}],
  ['Cloudflare', page('journal', '<p>Checking your browser before accessing the journal.</p>'), {}],
  ['PerimeterX', page('journal', 'Access to this page has been denied because we believe you are a program.'), {}],
  ['Akamai', page('Access Denied', `You don't have permission to access "x" on this server. Reference #18.abcdef`), {}],
  ['Springer Nature', page('Client Challenge', '<script src="/_fs-ch-abc/x.js"></script>'), {}],
  ['Sucuri', page('You are being redirected...', '<script>sucuri_cloudproxy_js=1</script>'), {}],
  ['DataDome', page('journal', '<script src="https://ct.captcha-delivery.com/c.js"></script>'), {}],
  ['PerimeterX', page('x', '<div id="px-captcha"></div>'), {}],
  ['AWS WAF', page('x', ''), { headers: { 'x-amzn-waf-action': 'challenge' } }],
  [
    'the preprint server',
    page('Access Denied', 'Sadly, your client "x" violates the automated access guidelines and is excluded.'),
    {},
  ],
  ['unknown', page('Access Denied', '<h1>Access Denied</h1><p>Write to the operators.</p>'), { status: 403 }],
  ['unknown', page('', '<h1>Access denied.</h1>'), {}],
  ['unknown', page('Robot check', ''), {}],
  ['unknown', page('x', 'Please verify you are a human'), {}],
])('recognises a challenge of %s (%#)', (vendor, html, response) => {
  expect(classifyPage(html, { status: 200, ...response })).toMatchObject({ kind: 'challenge', vendor });
});

test('a failed conversion is distinguished from a paper by its message or its short text', () => {
  expect(classifyPage(page('Untitled Document', '<div class="ltx_page_content"></div>'))).toMatchObject({
    kind: 'fatal_conversion',
    evidence: '0 paragraphs and 0 characters of text',
  });
  const fatal = paper().replace(
    '</article>',
    '<span class="ltx_ERROR">Conversion to HTML had a Fatal error</span></article>',
  );
  expect(classifyPage(fatal)).toMatchObject({ kind: 'fatal_conversion' });
});

test('an incomplete page is truncated', () => {
  const whole = paper();
  expect(classifyPage(whole.slice(0, -60))).toMatchObject({ kind: 'truncated' });
  const essay = page('Essay', `<p>${sentence.repeat(60)}</p>`);
  expect(classifyPage(essay.slice(0, -20))).toMatchObject({ kind: 'truncated' });
});

test('content that is not HTML is classified by its status', () => {
  expect(classifyPage('')).toMatchObject({ kind: 'empty' });
  expect(classifyPage('%PDF-1.7 ...')).toMatchObject({
    kind: 'not_html',
    evidence: expect.stringContaining('%PDF-1.7'),
  });
  expect(classifyPage('{"error":"x"}', { status: 500 })).toMatchObject({ kind: 'server_error' });
  expect(classifyPage('Rate exceeded.', { status: 200 })).toMatchObject({ kind: 'rate_limited' });
});

test.each([
  [401, 'login'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [503, 'server_error'],
])('status %i without other markers is %s', (status, kind) => {
  expect(classifyPage(page('Journal', '<p>Hello</p>'), { status })).toMatchObject({
    kind,
    evidence: `status ${status}`,
  });
});

test('any text is classified', () => {
  const fragment = fc.constantFrom(...'<html> <title> </title> <!-- --> <script <h1 > &#x110000; &lt; x <'.split(' '));
  fc.assert(
    fc.property(fc.array(fc.oneof(fragment, fc.string()), { maxLength: 30 }), (parts) => {
      expect(classifyPage(parts.join('')).evidence).not.toBe('');
    }),
  );
});

testRecorded('recorded pages get the class in their name', () => {
  const kinds: Readonly<Record<string, string>> = {
    'latexml-html/arxiv-org-html_2501.11120v1.html': 'paper',
    'latexml-html/gen_feiden2016_aa.html': 'paper',
    'latexml-html/gen_fatal_2501.00089.html': 'fatal_conversion',
    'papers/html/arxiv_2510_14523.html': 'paper',
    'papers/html/latexml087-lightkurve.html': 'paper',
    'antibot/cloudflare_2024_403_codepen.html': 'challenge',
    'antibot/cloudscraper_access_denied.html': 'challenge',
    'antibot/cloudscraper_sucuri_waf_11_08_2019.html': 'challenge',
  };
  for (const [path, kind] of Object.entries(kinds))
    expect([path, classifyPage(readRecorded(path)).kind]).toEqual([path, kind]);
  for (const [path, kind] of [
    ['no_html', 'no_html'],
    ['not_found', 'not_found'],
  ]) {
    const html = `<html><body>${readRecorded(`arxiv-pages/${path}.jinja.html`)}</body></html>`;
    expect(classifyPage(html)).toMatchObject({ kind });
  }
});
