import type { FileHandle } from 'node:fs/promises';
import type { HttpResponse } from '@almagest/http-client';
import type { Diagnosis } from '../../domain/full-text/diagnosis.ts';
import { classifyAnswer, diagnoseFile, diagnosePage, type PageThread } from './diagnose.ts';

/**
 * Classifies a page in the parser thread. If the page is a paper, writes it to `file`, as UTF-8 and with the base
 * address of its images. Otherwise returns the reason.
 */
export async function readHtml(
  answer: HttpResponse,
  file: FileHandle,
  { pages, path }: { readonly pages: PageThread; readonly path: string },
): Promise<Diagnosis | undefined> {
  if (answer.headers['location'] !== undefined) return diagnoseRedirect(answer);
  for await (const chunk of answer.body) await file.writeFile(chunk);
  const { diagnosis } = await diagnoseFile(pages, path, answer);
  if (diagnosis === undefined) await pages.load(path, answer.address, answer.headers['content-type'] ?? '');
  return diagnosis;
}

/**
 * Explains a redirect that was not followed. It leads away from the paper, for example to the abstract or to a
 * challenge.
 */
function diagnoseRedirect(answer: HttpResponse): Diagnosis {
  const page = classifyAnswer('<html></html>', answer);
  if (page.kind === 'challenge') return diagnosePage(page);
  return { cause: 'not_found', detail: `no HTML of this paper (redirected to ${answer.address})` };
}
