import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageParser } from '@almagest/latexml-markdown';
import { afterAll, afterEach } from '@jest/globals';
import type { Diagnosis } from '../../../src/domain/full-text/diagnosis.ts';
import type { FullTextLink } from '../../../src/sources/catalog/full-text-links.ts';
import { FullTextFetcher, type FullTextOptions } from '../../../src/sources/full-text/full-text-fetcher.ts';
import { jumpingClock } from '../fake-clock.ts';
import { unlimitedHosts, openOutbound, serve, type LocalServer, type Received } from '../local-server.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const pages = new PageParser();
afterAll(async () => {
  await pages.close();
});

export interface StandIn {
  readonly fetcher: {
    /** Returns the reason for a missing text, or undefined. */
    readonly fetch: (...asked: Parameters<FullTextFetcher['fetch']>) => Promise<Diagnosis | undefined>;
    readonly formsOf: FullTextFetcher['formsOf'];
  };
  readonly server: LocalServer;
  readonly clock: ReturnType<typeof jumpingClock>;
  readonly hosts: ReturnType<typeof unlimitedHosts>;
  readonly file: { readonly path: string };
  /** Returns the content of the file. */
  readonly content: () => string;
}

interface Situation extends Partial<Omit<FullTextOptions, 'links' | 'gatewayUrl'>> {
  /** The catalog's answer. Relative addresses refer to the server. */
  readonly links?: readonly FullTextLink[] | Error;
  /** The path of the catalog's link gateway. Optional. */
  readonly gateway?: string;
}

/** Starts one server for the preprint site, its mirror under `/mirror`, and all other hosts. */
export async function fetcherOver(
  answer: (request: Received, response: ServerResponse) => void,
  { links = [], gateway, ...more }: Situation = {},
): Promise<StandIn> {
  const server = await serve(answer);
  const [clock, hosts] = [jumpingClock(), unlimitedHosts()];
  const folder = mkdtempSync(join(tmpdir(), 'full-text-'));
  folders.push(folder);
  const path = join(folder, 'staged');
  const fetcher = new FullTextFetcher({
    urls: { preprint_web: server.origin, mirror: `${server.origin}/mirror` },
    links: {
      fullTextLinks: () =>
        links instanceof Error
          ? Promise.reject(links)
          : Promise.resolve(links.map(({ type, url }) => ({ type, url: new URL(url, server.origin).href }))),
    },
    gatewayUrl: gateway === undefined ? undefined : `${server.origin}${gateway}`,
    maxBytes: 200_000,
    pages,
    intervalMs: 1000,
    maxWaitMs: 60_000,
    outbound: openOutbound([server.origin]),
    hosts,
    clock,
    ...more,
  });
  return {
    fetcher: {
      fetch: async (...asked) => {
        const fetched = await fetcher.fetch(...asked);
        return 'diagnosis' in fetched ? fetched.diagnosis : undefined;
      },
      formsOf: (paper) => fetcher.formsOf(paper),
    },
    server,
    clock,
    hosts,
    file: { path },
    content: () => (existsSync(path) ? readFileSync(path, 'latin1') : ''),
  };
}

export const PDF = `%PDF-1.7\n${'of objects '.repeat(500)}\nstartxref\n0\n%%EOF\n`;

/** Returns a LaTeXML page with enough text to count as a paper. */
export function articlePage(head = ''): string {
  const paragraphs = Array.from(
    { length: 12 },
    (_, n) =>
      `<div class="ltx_para"><p class="ltx_p">Paragraph ${n} of winds ${'and more of them '.repeat(12)}</p></div>`,
  );
  return `<!DOCTYPE html><html><head><title>On winds</title>${head}</head><body><article class="ltx_document">${paragraphs.join('')}</article></body></html>`;
}

export const message = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
