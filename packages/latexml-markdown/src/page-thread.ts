// The program of the thread that page-parser.ts starts. It receives pages and returns papers or classes. An error ends
// it.
import { readFileSync, writeFileSync } from 'node:fs';
import { answerRequests } from '@almagest/bounded-thread';
import { decodePage, inspectPage, withBase } from './inspect-page.ts';
import type { PageReply, PageRequest } from './page-request.ts';
import { parsePaper } from './parse-paper.ts';

answerRequests((request: PageRequest): PageReply => {
  const bytes = readFileSync(request.path);
  if (request.kind === 'parse') {
    const imageLink = (name: string) => `${request.imageFolder}${encodeURIComponent(name)}`;
    return parsePaper(bytes.toString('utf8'), { imageLink });
  }
  const html = decodePage(bytes, request.contentType);
  if (request.kind === 'inspect') return inspectPage(html, request.response);
  writeFileSync(request.path, withBase(html, request.address));
  return null;
});
