// The program that page-parser.ts starts. It receives pages and returns papers, page classes or rewritten pages.
import { answerRequests } from '@almagest/bounded-process';
import { decodePage, inspectPage, withBase } from './inspect-page.ts';
import type { PageReply, PageRequest } from './page-request.ts';
import { parsePaper } from './parse-paper.ts';

answerRequests((request: PageRequest, _report, [bytes = Buffer.alloc(0)]): PageReply => {
  if (request.kind === 'parse') {
    const imageLink = (name: string) => `${request.imageFolder}${encodeURIComponent(name)}`;
    return parsePaper(bytes.toString('utf8'), { imageLink });
  }
  const html = decodePage(bytes, request.contentType);
  return request.kind === 'inspect' ? inspectPage(html, request.response) : withBase(html, request.address);
});
