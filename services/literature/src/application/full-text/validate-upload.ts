import type { FullTextType } from '@almagest/contracts/literature';
import { PageLimitError, type PageInspection } from '@almagest/latexml-markdown';
import { Refusal } from '@almagest/service-kit/refusal';
import { pageFault, uploadFault } from '../../domain/full-text/upload-check.ts';
import { diagnosePage, type PageThread } from '../../sources/full-text/diagnose.ts';
import { PAGE_MARKERS } from '../../sources/full-text/sources.ts';

/** The page classes that an upload may have. `pageFault` checks the other properties of the page. */
const HARMLESS: ReadonlySet<string> = new Set(['paper', 'no_text', 'not_html', 'empty']);

/**
 * Refuses an upload of the wrong type, or a page that is not a paper. Recognises a saved challenge, login or abstract
 * page by its content, like a downloaded page. Accepts short texts, because the user chose the page.
 */
export async function validateUpload(
  pages: PageThread,
  type: FullTextType,
  { head, file }: { readonly head: Uint8Array; readonly file: { readonly path: string } },
): Promise<void> {
  const fault = uploadFault(type, head);
  if (fault !== undefined) throw new Refusal('malformed', fault);
  if (type === 'pdf') return;
  const inspection = await inspect(pages, file.path);
  if (!HARMLESS.has(inspection.page.kind)) {
    const { cause, detail = '' } = diagnosePage(inspection.page);
    throw new Refusal(
      'malformed',
      `the page is not the paper: ${cause}: ${detail}. Save the full text of the paper and upload that file`,
    );
  }
  const lack = pageFault(inspection);
  if (lack !== undefined) throw new Refusal('malformed', lack);
}

/** Classifies the page in a parser process. Refuses a page that exceeds the limits. */
async function inspect(pages: PageThread, path: string): Promise<PageInspection> {
  try {
    return await pages.inspect(path, { status: 200, finalAddress: '', markers: PAGE_MARKERS });
  } catch (error) {
    throw error instanceof PageLimitError ? new Refusal('malformed', error.message) : error;
  }
}
