import { readFile } from 'node:fs/promises';
import type { FullTextType } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { uploadFault } from '../../domain/upload-check.ts';
import { classifyAnswer, diagnosePage } from '../../sources/full-text/diagnose.ts';

/** Classes that say nothing against a page that somebody has chosen; `uploadFault` looks at the rest. */
const HARMLESS: ReadonlySet<string> = new Set(['paper', 'no_text', 'not_html', 'empty']);

/**
 * Refuses an upload that is not what its sender says it is, or a page that is no paper: what a browser saves of a
 * challenge, a log-in or an abstract is judged by its content, as a download is. Less text than a publisher's article
 * has is no reason against a page that somebody has chosen.
 */
export async function judgeUpload(
  type: FullTextType,
  { head, file }: { readonly head: Uint8Array; readonly file: { readonly path: string } },
): Promise<void> {
  const page = type === 'html' ? await classifyFile(file.path) : undefined;
  if (page !== undefined && !HARMLESS.has(page.kind)) {
    const { cause, detail = '' } = diagnosePage(page);
    throw new Refusal(
      'malformed',
      `the page is not the paper: ${cause}: ${detail}. Save its full text and upload that`,
    );
  }
  const fault = uploadFault(type, head);
  if (fault !== undefined) throw new Refusal('malformed', fault);
}

async function classifyFile(path: string) {
  return classifyAnswer(await readFile(path, 'utf8'), { status: 200, address: '', headers: {} });
}
