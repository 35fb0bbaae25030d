import type { StandardPaper } from '@almagest/contracts/literature';
import { errorOf } from '../../domain/full-text/diagnosis.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';

/** Returns a paper in the API's form. Its flags show which files are on disk now. */
export async function standardPaper(files: LibraryStore, paper: PaperRow): Promise<StandardPaper> {
  const isThere = async (location: string | null) =>
    location !== null && errorOf(location) === undefined && (await files.exists(location));
  const [pdf, html, markdown, translation] = await Promise.all(
    [paper.pdf_location, paper.html_location, markdownOf(paper), translationOf(paper)].map(isThere),
  );
  const pdfError = errorOf(paper.pdf_location);
  const htmlError = errorOf(paper.html_location);
  return {
    bibcode: paper.bibcode,
    title: paper.title,
    authors: [...paper.authors],
    year: paper.year,
    pub_journal: paper.pub_journal,
    keywords: [...paper.keywords],
    abstract_text: paper.abstract,
    doi: paper.doi,
    preprint_id: paper.preprint_id,
    citation_count: paper.citation_count,
    reference_count: paper.reference_count,
    is_downloaded: pdf === true || html === true,
    has_markdown: markdown === true,
    has_translation: translation === true,
    doctype: paper.doctype,
    in_library: paper.in_library_since !== null,
    ...(pdfError === undefined ? {} : { pdf_error: pdfError }),
    ...(htmlError === undefined ? {} : { html_error: htmlError }),
    ...(paper.parse_error === null ? {} : { parse_error: paper.parse_error }),
    ...(paper.scanned_pdf !== null && paper.scanned_pdf === paper.pdf_location ? { pdf_is_scanned: true } : {}),
    ...(paper.text_quality === null || markdown !== true ? {} : { text_quality: paper.text_quality }),
  };
}

/** Returns the location of the Markdown, or null if its source file was replaced. */
export function markdownOf(paper: PaperRow): string | null {
  return paper.markdown_outdated ? null : paper.markdown_location;
}

/** Returns the location of the translation, or null if its source file was replaced. */
export function translationOf(paper: PaperRow): string | null {
  return paper.markdown_outdated ? null : paper.translation_location;
}
