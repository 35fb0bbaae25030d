import { browserApi } from './browser-api.ts';
import type { PagePart } from './page.ts';
import { pdfAt, type FoundPaper, type PageReading } from './read-page.ts';
import type { PaperFile } from './service.ts';

declare const almagestPage: PagePart;

/** Reads the page of a tab. Firefox does not let extensions into its PDF viewer, so only the address is known there. */
export async function readTab(tabId: number, address: string): Promise<PageReading> {
  try {
    await browserApi.scripting.executeScript({ target: { tabId }, files: ['page.js'] });
    return (await runInPage(tabId, () => almagestPage.read())) as PageReading;
  } catch {
    return { address, paper: /\.pdf$|\/pdf\//i.test(address) ? pdfAt(address) : undefined, rows: [] };
  }
}

async function runInPage(tabId: number, func: (...given: never[]) => unknown, args: unknown[] = []): Promise<unknown> {
  const [frame] = await browserApi.scripting.executeScript({ target: { tabId }, func, args });
  return frame?.result;
}

/** Loads the PDF of a paper with the browser's own access. If that fails, returns the page itself. */
export async function loadFile(tabId: number, { pdf }: FoundPaper): Promise<PaperFile | undefined> {
  const content = pdf === '' ? undefined : ((await loadInPage(tabId, pdf)) ?? (await load(pdf)));
  if (content !== undefined && (await isPdf(content))) return { type: 'pdf', content };
  const html = await runInPage(tabId, () => almagestPage.html()).catch(() => undefined);
  return typeof html === 'string' ? { type: 'html', content: new Blob([html], { type: 'text/html' }) } : undefined;
}

/** Loads a file with the cookies and the address of the page, which pass the checks of publishers. */
async function loadInPage(tabId: number, address: string): Promise<Blob | undefined> {
  const data = await runInPage(tabId, (of: string) => almagestPage.load(of), [address]).catch(() => undefined);
  return typeof data === 'string' ? await load(data) : undefined;
}

async function load(address: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(address, { credentials: 'include' });
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}

async function isPdf(content: Blob): Promise<boolean> {
  return (await content.slice(0, 1_024).text()).includes('%PDF-');
}
