import { Refusal } from '@almagest/service-kit/refusal';
import { writeBibtex } from '@almagest/bibliography';
import { preprintBehind, readReference } from '../../domain/papers/paper-reference.ts';
import { referenceOfPaper } from '../library/reference-of-paper.ts';
import type { Db } from '../../persistence/database.ts';
import { findPaper, findPreprints } from '../../persistence/papers/paper-repository.ts';

export interface Exported {
  readonly bibtex: string;
  /** Bibcodes that could not be exported. */
  readonly missing: readonly string[];
}

export interface ExportDeps {
  readonly db: Db;
  /** Undefined when no catalog key is configured. */
  readonly exportFromCatalog: ((bibcodes: readonly string[]) => Promise<Exported>) | undefined;
}

/** Exports papers as BibTeX. Callers may also name known papers by DOI or preprint identifier. */
export async function exportBibtex({ db, exportFromCatalog }: ExportDeps, given: readonly string[]): Promise<Exported> {
  if (exportFromCatalog === undefined)
    throw new Refusal('malformed', 'the export needs an API key for the catalog. Set CATALOG_API_KEY');
  const bibcodes = await Promise.all(given.map((text) => codeOf(db, text)));
  return await withPreprints(db, await exportFromCatalog([...new Set(bibcodes)]));
}

/** Adds entries for preprints that the catalog does not know, generated from the preprint server's records. */
async function withPreprints(db: Db, { bibtex, missing }: Exported): Promise<Exported> {
  if (missing.length === 0) return { bibtex, missing };
  const preprints = await findPreprints(db, missing);
  const entries = missing
    .flatMap((code) => preprints.get(code) ?? [])
    .map((paper) => writeBibtex([referenceOfPaper(paper)]));
  return {
    bibtex: [bibtex, ...entries].filter((entry) => entry !== '').join('\n'),
    missing: missing.filter((code) => !preprints.has(code)),
  };
}

async function codeOf(db: Db, text: string): Promise<string> {
  const reference = readReference(text);
  const preprint = preprintBehind(reference);
  const known =
    (await findPaper(db, reference)) ??
    (preprint === undefined ? undefined : await findPaper(db, { kind: 'preprint_id', value: preprint }));
  return known?.bibcode ?? reference.value;
}
