import type { FullTextType } from '@almagest/contracts/literature';
import { PageTooCostly, type PageLook } from '@almagest/latexml-markdown';
import { Refusal } from '@almagest/service-kit/refusal';
import { pageFault, uploadFault } from '../../domain/upload-check.ts';
import { diagnosePage, type PageThread } from '../../sources/full-text/diagnose.ts';

/** Classes that say nothing against a page that somebody has chosen; `pageFault` looks at the rest. */
const HARMLESS: ReadonlySet<string> = new Set(['paper', 'no_text', 'not_html', 'empty']);

/**
 * Refuses an upload that is not what its sender says it is, or a page that is no paper: what a browser saves of a
 * challenge, a log-in or an abstract is recognised by its content, as in a download. Less text than a publisher's article
 * has is no reason against a page that somebody has chosen.
 */
export async function validateUpload(
  pages: PageThread,
  type: FullTextType,
  { head, file }: { readonly head: Uint8Array; readonly file: { readonly path: string } },
): Promise<void> {
  const fault = uploadFault(type, head);
  if (fault !== undefined) throw new Refusal('malformed', fault);
  if (type === 'pdf') return;
  const look = await lookAt(pages, file.path);
  if (!HARMLESS.has(look.page.kind)) {
    const { cause, detail = '' } = diagnosePage(look.page);
    throw new Refusal(
      'malformed',
      `the page is not the paper: ${cause}: ${detail}. Save its full text and upload that`,
    );
  }
  const lack = pageFault(look);
  if (lack !== undefined) throw new Refusal('malformed', lack);
}

/** In the thread of pages; one that costs too much is its sender's to mend. */
async function lookAt(pages: PageThread, path: string): Promise<PageLook> {
  try {
    return await pages.look(path, { status: 200, finalAddress: '' });
  } catch (error) {
    throw error instanceof PageTooCostly ? new Refusal('malformed', error.message) : error;
  }
}
