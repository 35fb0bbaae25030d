import { findChallenge, type Challenge, type ResponseFacts } from './challenges.ts';
import { readBodyLength, readPageText, VISIBLE_LIMIT, type PageText } from './page-text.ts';

/**
 * The reason why a page is not a complete paper. Pages with `truncated` and `fatal_conversion` are papers with a
 * missing part.
 */
export type PageFault =
  | 'not_html'
  | 'empty'
  | 'challenge'
  | 'rate_limited'
  | 'no_html'
  | 'not_found'
  | 'forbidden'
  | 'server_error'
  | 'abstract_page'
  | 'login'
  | 'fatal_conversion'
  | 'truncated'
  | 'no_text';

export type PageClass =
  | { readonly kind: 'paper'; readonly markup: 'latexml' | 'other'; readonly evidence: string }
  | {
      readonly kind: PageFault;
      /** One readable line that says what was found and where. */
      readonly evidence: string;
      readonly vendor?: string;
    };

/** Minimum number of paragraphs in a LaTeXML page. Pages with fewer paragraphs are short. */
const LEAST_PARAGRAPHS = 3;
const LEAST_PAPER_CHARACTERS = 1500;

/**
 * Minimum number of characters in the paragraphs of a short LaTeXML page. The abstract and menus do not count. An
 * erratum has a few sentences. A conversion that failed silently leaves at most the title and the abstract.
 */
const LEAST_BODY_CHARACTERS = 300;

/**
 * Minimum number of characters in a page that LaTeXML did not write. A shorter page is a message, a log-in page or a
 * challenge.
 */
const LEAST_ARTICLE_CHARACTERS = 3000;

/** Minimum number of long paragraphs in a publisher's article. A page with fewer has only an abstract and a notice. */
const LEAST_LONG_PARAGRAPHS = 5;

const LATEXML_ROOT = /class=["'][^"']*\bltx_(?:document|page_content)\b/;
const FATAL_CONVERSION = /conversion to html had a fatal error|ar5iv-severity-fatal/i;

function count(html: string, pattern: RegExp, enough: number): number {
  let found = 0;
  for (const _ of html.matchAll(pattern)) {
    found += 1;
    if (found >= enough) break;
  }
  return found;
}

/**
 * Classifies a downloaded page. The content of a page matters more than its status. Servers send challenges with status
 * 200, but never send a paper with 404.
 */
export function classifyPage(html: string, response: ResponseFacts = {}): PageClass {
  const start = html.slice(0, 4096).trimStart();
  if (start === '') return { kind: 'empty', evidence: `${html.length} characters` };
  if (!/<(?:!doctype\s+html|html|head|body|title|article|div|p|h1)\b/i.test(start)) return notHtml(start, response);
  if (LATEXML_ROOT.test(html)) return classifyLatexml(html);
  const page = readPageText(html);
  return (
    classifyByAddress(response) ??
    classifyByMarker(page, response) ??
    classifyRefusal(html, page, response) ??
    classifyStatus(response) ??
    classifyArticle(html, page)
  );
}

function notHtml(start: string, response: ResponseFacts): PageClass {
  if (response.status === 429 || /^rate exceeded|^too many requests/i.test(start)) {
    return { kind: 'rate_limited', evidence: `text: ${start.slice(0, 80)}` };
  }
  const byStatus = classifyStatus(response);
  return byStatus ?? { kind: 'not_html', evidence: `begins with ${JSON.stringify(start.slice(0, 40))}` };
}

function classifyLatexml(html: string): PageClass {
  const fatal = FATAL_CONVERSION.exec(html);
  if (fatal) return { kind: 'fatal_conversion', evidence: fatal[0] };
  const paragraphs = count(html, /class=["'](?:[^"']* )?ltx_p(?:ara)?[ "']/g, LEAST_PARAGRAPHS);
  const characters = readPageText(html).visible.length;
  const isShort = paragraphs < LEAST_PARAGRAPHS || characters < LEAST_PAPER_CHARACTERS;
  if (isShort && readBodyLength(html) < LEAST_BODY_CHARACTERS) {
    const kind = characters < LEAST_BODY_CHARACTERS ? 'fatal_conversion' : 'no_text';
    return { kind, evidence: `${paragraphs} paragraphs and ${characters} characters of text` };
  }
  return cutOff(html) ?? { kind: 'paper', markup: 'latexml', evidence: 'LaTeXML document' };
}

/** Detects a truncated page. LaTeXML always writes the closing tag of a page. */
function cutOff(html: string): PageClass | undefined {
  const end = html.slice(-2000).trimEnd();
  if (/<\/(?:html|body)\s*>/i.test(end)) return undefined;
  return { kind: 'truncated', evidence: `ends with ${JSON.stringify(end.slice(-60))}` };
}

/** Detects an abstract page on another host. Mirrors that lack a paper redirect to such a page. */
function classifyByAddress(response: ResponseFacts): PageClass | undefined {
  const address = response.finalAddress;
  if (address === undefined || !/^https?:\/\/[^/]+\/abs\//i.test(address)) return undefined;
  return { kind: 'abstract_page', evidence: `address: ${address.slice(0, 200)}` };
}

const NO_HTML = /\bno html for ['‘"]?|html is not available for the source/i;
const NOT_FOUND =
  /^(?:no (?:document|article) for\b|(?:404|page|article|document)? ?not found|404\b)|\b(?:has been|was) withdrawn\b|^(?:pdf|html) unavailable/i;
const LOGIN =
  /\b(?:sign in|log ?in|get access|purchase (?:this )?(?:article|pdf)|access through your institution|subscribe to (?:this )?journal|institutional access)\b/i;

function classifyRefusal(html: string, page: PageText, response: ResponseFacts): PageClass | undefined {
  const heads = [page.title, ...page.headings];
  const brief = page.visible.length < LEAST_ARTICLE_CHARACTERS;
  const noHtml = heads.find((text) => NO_HTML.test(text)) ?? (brief ? NO_HTML.exec(page.visible)?.[0] : undefined);
  if (noHtml !== undefined) return { kind: 'no_html', evidence: `heading: ${noHtml}` };
  const challenge = challengeOf(html, page, response);
  if (challenge) return { kind: 'challenge', vendor: challenge.vendor, evidence: challenge.evidence };
  if (brief && /\brate exceeded\b|\btoo many requests\b/i.test(page.visible)) {
    return { kind: 'rate_limited', evidence: `text: ${page.visible.slice(0, 80)}` };
  }
  const notFound = brief ? heads.find((text) => NOT_FOUND.test(text)) : undefined;
  if (notFound !== undefined) return { kind: 'not_found', evidence: `heading: ${notFound}` };
  return classifyAbstract(html) ?? (brief ? (classifyWall(page) ?? classifyDenial(heads)) : undefined);
}

/** Classifies a short page by the known markers of its host. */
function classifyByMarker(page: PageText, { markers = [] }: ResponseFacts): PageClass | undefined {
  if (page.visible.length >= LEAST_ARTICLE_CHARACTERS) return undefined;
  for (const { kind, pattern } of markers)
    for (const text of [page.title, ...page.headings, page.visible]) {
      const words = pattern.exec(text)?.[0];
      if (words !== undefined) return { kind, evidence: `text: ${words}` };
    }
  return undefined;
}

/**
 * Finds a challenge. In a long text, considers only the title and the response headers, because the text may be about
 * challenges.
 */
function challengeOf(html: string, page: PageText, response: ResponseFacts): Challenge | undefined {
  if (page.visible.length < LEAST_ARTICLE_CHARACTERS) return findChallenge(html, page, response);
  return findChallenge('', { ...page, visible: '' }, response);
}

/**
 * Patterns for the markup of abstract pages. They stop at the next `<`, so a page full of unclosed tags is scanned only
 * once.
 */
const ABSTRACT_PATTERNS: readonly RegExp[] = [
  /<(?:blockquote|div)\b[^<>]*\bclass=["']abstract mathjax(?: tex2jax_process)?["']/i,
  /<div\b[^<>]*\bid=["']abs-outer["']/i,
  /<body\b[^<>]*\bclass=["'][^"'<>]*\bpage-abstract\b/i,
];

/** Recognises the preprint server's abstract page, and publishers' pages that contain only the abstract. */
function classifyAbstract(html: string): PageClass | undefined {
  const sign = ABSTRACT_PATTERNS.map((one) => one.exec(html)).find((found) => found !== null);
  return sign ? { kind: 'abstract_page', evidence: `markup: ${sign[0].slice(0, 120)}` } : undefined;
}

function classifyWall(page: PageText): PageClass | undefined {
  const words = LOGIN.exec(page.title) ?? LOGIN.exec(page.visible);
  return words ? { kind: 'login', evidence: `text: ${words[0]}` } : undefined;
}

/** Recognises pages that ask readers without access to sign in. Servers send such pages to programs with any status. */
function classifyDenial(heads: readonly string[]): PageClass | undefined {
  const denial = heads.find((text) => /^access denied\W*$/i.test(text));
  return denial === undefined ? undefined : { kind: 'challenge', vendor: 'unknown', evidence: `heading: ${denial}` };
}

function classifyStatus(response: ResponseFacts): PageClass | undefined {
  const { status } = response;
  if (status === undefined || status < 400) return undefined;
  const evidence = `status ${status}`;
  if (status === 429) return { kind: 'rate_limited', evidence };
  if (status === 404 || status === 410) return { kind: 'not_found', evidence };
  if (status === 401 || status === 402 || status === 407) return { kind: 'login', evidence };
  return { kind: status < 500 ? 'forbidden' : 'server_error', evidence };
}

/**
 * Classifies a page that LaTeXML did not write: authors' own HTML on the preprint server, a publisher's full text, or
 * an upload.
 */
function classifyArticle(html: string, page: PageText): PageClass {
  const landing = /<meta\b[^<>]*\bname=["']citation_title["']/i.exec(html.slice(0, 200_000));
  if (landing && page.longParagraphs < LEAST_LONG_PARAGRAPHS) {
    return { kind: 'abstract_page', evidence: `a publisher's page with ${page.longParagraphs} long paragraphs` };
  }
  if (page.visible.length < LEAST_PAPER_CHARACTERS) {
    return { kind: 'no_text', evidence: `${page.visible.length} characters of text` };
  }
  const cut = cutOff(html);
  if (cut && /<html\b/i.test(html)) return cut;
  const atLeast = page.visible.length === VISIBLE_LIMIT ? 'at least ' : '';
  return { kind: 'paper', markup: 'other', evidence: `${atLeast}${page.visible.length} characters of text` };
}
