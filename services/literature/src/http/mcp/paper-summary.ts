import { shortText } from '@almagest/mcp';
import type { StandardPaper } from '@almagest/contracts/literature';
import Type, { type Static } from 'typebox';

const SHOWN_AUTHORS = 20;

/** The part of a paper's record that a model needs to choose and cite the paper. */
export const PaperSummary = Type.Object({
  bibcode: Type.String(),
  title: Type.String(),
  /** The first 20 authors. */
  authors: Type.Array(Type.String()),
  author_count: Type.Integer(),
  year: Type.String(),
  pub_journal: Type.String(),
  doi: Type.String(),
  preprint_id: Type.String(),
  citation_count: Type.Integer(),
  in_library: Type.Boolean(),
  has_markdown: Type.Boolean({ description: 'Whether read_section can read it.' }),
});
export type PaperSummary = Static<typeof PaperSummary>;

export const PaperWithAbstract = Type.Object({ ...PaperSummary.properties, abstract: Type.String() });

export function summaryOf(paper: StandardPaper): PaperSummary {
  const { bibcode, title, authors, year, pub_journal, doi, preprint_id, citation_count, has_markdown } = paper;
  return {
    bibcode,
    title,
    authors: authors.slice(0, SHOWN_AUTHORS),
    author_count: authors.length,
    year,
    pub_journal,
    doi,
    preprint_id,
    citation_count,
    in_library: paper.in_library === true,
    has_markdown,
  };
}

export function summaryWithAbstract(paper: StandardPaper, maxChars: number): Static<typeof PaperWithAbstract> {
  return { ...summaryOf(paper), abstract: shortText(paper.abstract_text, maxChars) };
}
