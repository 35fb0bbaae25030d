// The program of the thread that page-parser.ts starts: pages in, papers out. An error ends it.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { PageFile } from './page-parser.ts';
import { parsePaper } from './parse-paper.ts';

parentPort?.on('message', ({ path, imageFolder }: PageFile) => {
  const imageLink = (name: string) => `${imageFolder}${encodeURIComponent(name)}`;
  parentPort?.postMessage(parsePaper(readFileSync(path, 'utf8'), { imageLink }));
});
