import type { Page } from 'playwright-core';

/** Collects the paths of the files under a prefix that a page requests from now on. */
export function filesUnder(page: Page, prefix: string): ReadonlySet<string> {
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith(prefix)) files.add(pathname);
  });
  return files;
}

/** Returns how many bytes a server sends for these files with gzip. */
export async function gzippedBytes(url: string, files: Iterable<string>): Promise<number> {
  let sum = 0;
  for (const file of files) {
    const answer = await fetch(url + file, { headers: { 'accept-encoding': 'gzip' } });
    if (!answer.ok) throw new Error(`${file} was answered with ${answer.status}`);
    sum += Number(answer.headers.get('content-length'));
    await answer.arrayBuffer();
  }
  return sum;
}
