import { Refusal } from '@almagest/service-kit/refusal';
import { download, type DownloadDeps } from '../full-text/download-paper.ts';
import { findPapers, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { ensureParsed, type ParseDeps } from '../reading/parse-paper.ts';
import { translate, type TranslateDeps } from '../translation/translate-paper.ts';
import type { AssetBatchDeps, StepOutcome } from './run-asset-batch.ts';

/** Returns the steps of a batch. A step does nothing if its result already exists. */
export function batchSteps(deps: DownloadDeps & ParseDeps & TranslateDeps): AssetBatchDeps['steps'] {
  return {
    download: async (paper, signal) => {
      await download(deps, paper, { force: false, signal });
      const { is_downloaded, pdf_error, html_error } = await standardPaper(deps.files, await current(deps, paper));
      if (is_downloaded) return { ok: true };
      const reasons = [html_error && `HTML ${html_error}`, pdf_error && `PDF ${pdf_error}`].filter(Boolean);
      return { ok: false, reason: reasons.join('; ') };
    },
    parse: async (paper, signal): Promise<StepOutcome> => {
      await ensureParsed(deps, await current(deps, paper), {}, signal);
      return { ok: true };
    },
    translate: async (paper, signal) => {
      await translate(deps, await current(deps, paper), { force: false, signal });
      return { ok: true };
    },
  };
}

/** Reads the paper again, because earlier steps may have changed it. */
async function current({ db }: DownloadDeps, { id, bibcode }: PaperRow): Promise<PaperRow> {
  const paper = (await findPapers(db, [id])).get(id);
  if (paper === undefined) throw new Refusal('unknown', `${bibcode} has been merged with another paper`);
  return paper;
}
