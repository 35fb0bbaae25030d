import type { HttpError, HttpFault, HttpResponse } from '@almagest/http-client';
import {
  inspectPage,
  PageLimitError,
  type PageClass,
  type PageFault,
  type PageParser,
} from '@almagest/latexml-markdown';
import type { Cause, Diagnosis } from '../../domain/full-text/diagnosis.ts';
import type { SourceError, SourceFault } from '../source.ts';
import { PAGE_MARKERS } from './sources.ts';

const PAGES: Readonly<Record<PageFault, readonly [Cause, string]>> = {
  challenge: ['anti_bot', 'a CAPTCHA or bot check'],
  rate_limited: ['rate_limited', 'too many requests'],
  no_html: ['not_found', 'no HTML of this paper'],
  not_found: ['not_found', 'no such document'],
  abstract_page: ['not_found', 'the abstract page instead of the full text'],
  forbidden: ['forbidden', 'access refused'],
  login: ['forbidden', 'a log-in or purchase page'],
  server_error: ['network', 'a server error'],
  fatal_conversion: ['invalid_format', 'the conversion to HTML failed'],
  truncated: ['invalid_format', 'the page ends early'],
  no_text: ['invalid_format', 'a page without the paper’s text'],
  not_html: ['invalid_format', 'neither PDF nor HTML'],
  empty: ['invalid_format', 'an empty response'],
};

type AnswerFacts = Pick<HttpResponse, 'status' | 'address' | 'headers'>;

export function classifyAnswer(html: string, { status, address, headers }: AnswerFacts): PageClass {
  return inspectPage(html, { status, finalAddress: address, headers, markers: PAGE_MARKERS }).page;
}

/** The process that classifies untrusted pages. */
export type PageThread = Pick<PageParser, 'inspect' | 'load'>;

/** Classifies a downloaded page. If the page is not the paper, also returns a diagnosis. */
export async function diagnoseFile(
  pages: PageThread,
  path: string,
  { status, address, headers }: AnswerFacts,
): Promise<{ page?: PageClass; diagnosis?: Diagnosis }> {
  try {
    const response = { status, finalAddress: address, headers, markers: PAGE_MARKERS };
    const { page } = await pages.inspect(path, response, headers['content-type']);
    return page.kind === 'paper' ? { page } : { page, diagnosis: diagnosePage(page) };
  } catch (error) {
    if (error instanceof PageLimitError) return { diagnosis: { cause: 'too_large', detail: error.message } };
    throw error;
  }
}

export function diagnosePage(page: PageClass): Diagnosis {
  if (page.kind === 'paper')
    return { cause: 'invalid_format', detail: `a web page instead of a PDF (${page.evidence})` };
  const [cause, words] = PAGES[page.kind];
  const vendor = page.vendor === undefined || page.vendor === 'unknown' ? '' : ` by ${page.vendor}`;
  return { cause, detail: `${words}${vendor} (${page.evidence})` };
}

const TRANSPORT: Readonly<Record<HttpFault, Cause>> = {
  timeout: 'timeout',
  too_large: 'too_large',
  network: 'network',
  cut_off: 'network',
  too_many_redirects: 'network',
  refused_address: 'forbidden',
  invalid_address: 'not_found',
};

export function diagnoseTransport({ fault, message }: HttpError): Diagnosis {
  return { cause: TRANSPORT[fault], detail: message };
}

const SOURCES: Readonly<Partial<Record<SourceFault, Cause>>> = {
  timeout: 'timeout',
  rate_limited: 'rate_limited',
  unauthorized: 'forbidden',
  not_configured: 'not_found',
};

/** Explains why the catalog's links could not be requested. */
export function diagnoseSource({ fault, message }: SourceError): Diagnosis {
  return { cause: SOURCES[fault] ?? 'network', detail: message };
}

/**
 * Combines the diagnoses of all tried addresses, with the details of each address. Takes the cause from the first
 * address that may have the text, because the best address is tried first. The cause is 'not found' only if no address
 * has the text.
 */
export function diagnoseAll(failures: readonly { readonly name: string; readonly diagnosis: Diagnosis }[]): Diagnosis {
  const obstacle = failures.find(({ diagnosis }) => diagnosis.cause !== 'not_found');
  const detail = failures.map(({ name, diagnosis }) => `${name}: ${diagnosis.detail ?? diagnosis.cause}`).join('; ');
  return { cause: obstacle?.diagnosis.cause ?? 'not_found', detail };
}
