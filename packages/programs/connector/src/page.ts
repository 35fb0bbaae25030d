import { readPage } from './read-page.ts';

/** A message between parts of a browser has at most 64 MiB. */
const MOST_BYTES = 45_000_000;

/** The part of the extension that runs in the page of the active tab. */
const pagePart = {
  read: () => readPage(document, location.href),
  /** Loads a file with the cookies of the page. Returns a data address, or undefined if the page may not load it. */
  load: async (address: string): Promise<string | undefined> => {
    try {
      const answer = await fetch(address, { credentials: 'include' });
      const content = await answer.blob();
      return answer.ok && content.size <= MOST_BYTES ? await dataAddressOf(content) : undefined;
    } catch {
      return undefined;
    }
  },
  html: () => document.documentElement.outerHTML,
};
export type PagePart = typeof pagePart;

function dataAddressOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file is not readable')));
    reader.readAsDataURL(content);
  });
}

(globalThis as { almagestPage?: PagePart }).almagestPage = pagePart;
