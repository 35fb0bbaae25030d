import type { StandardPaper } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { errorLocation, errorOf } from '../../domain/full-text/diagnosis.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { saveToLibrary, lockPaper } from '../../persistence/papers/paper-repository.ts';
import { obtainPaper, type ObtainDeps } from '../papers/obtain-paper.ts';
import { recordPaperChange } from '../papers/record-paper-change.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';

const NO_RESOURCE = errorLocation({ cause: 'no_resource' });

/** Marks a paper as having no usable full text, or removes the mark. Batches skip marked papers. */
export async function markNoResource(
  deps: ObtainDeps & { readonly files: LibraryStore },
  { bibcode, clear = false }: { bibcode: string; clear?: boolean },
): Promise<StandardPaper> {
  const { db, files } = deps;
  const { id, bibcode: code } = clear ? await requirePaper(db, bibcode) : await obtainPaper(deps, bibcode);
  await inTransaction(db, async (trx) => {
    const paper = await lockPaper(trx, id);
    if (paper === undefined) throw new Refusal('conflict', `${code} has been merged with another paper. Try again`);
    const cleared = (location: string | null) => (errorOf(location) === 'no_resource' ? null : location);
    await saveToLibrary(
      trx,
      id,
      clear
        ? { pdf_location: cleared(paper.pdf_location), html_location: cleared(paper.html_location) }
        : { pdf_location: NO_RESOURCE, html_location: NO_RESOURCE, pdf_uploaded: false, html_uploaded: false },
    );
    await recordPaperChange(trx, code, { no_resource: !clear });
  });
  return await standardPaper(files, await requirePaper(db, code));
}
