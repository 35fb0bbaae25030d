import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, StoredText, WordedText } from '../schema.ts';
import { StandardPaper } from './papers.ts';
import { PaperReference } from './vocabulary.ts';

/** Longer than any real paper needs. Longer input from the user is refused, and longer imported text is cut. */
export const PAPER_LIMITS = { titleChars: 2_000, lineChars: 1_000, abstractChars: 100_000, authors: 10_000 } as const;

const Line = StoredText(PAPER_LIMITS.lineChars);

/** A paper by its identifier, or a description by the user if no source knows it. */
export const NewPaper = closedObject({
  identifier: Type.Optional(PaperReference),
  title: Type.Optional(WordedText(PAPER_LIMITS.titleChars)),
  /** In the form `Last, First`. The name of a group has no comma. */
  authors: Type.Optional(Type.Array(WordedText(PAPER_LIMITS.lineChars), { maxItems: PAPER_LIMITS.authors })),
  year: Type.Optional(Type.String({ pattern: '^[12][0-9]{3}$' })),
  /** The journal, the school of a thesis, or the institution of a report. */
  pub_journal: Type.Optional(Line),
  doctype: Type.Optional(
    Type.Enum(['article', 'book', 'inbook', 'inproceedings', 'phdthesis', 'mastersthesis', 'techreport', 'misc']),
  ),
  doi: Type.Optional(StoredText(500)),
  abstract: Type.Optional(StoredText(PAPER_LIMITS.abstractChars)),
});
export type NewPaper = Static<typeof NewPaper>;

export const AddedPaper = Type.Object({
  status: Type.Enum(['added', 'known', 'to_confirm'], {
    description:
      '`added`: the paper is new in the library. `known`: the paper was already there, and a file of the request was added to it. `to_confirm`: the match of the PDF is uncertain, and nothing was stored.',
  }),
  /** Null until the user confirms one of the candidates. */
  paper: Nullable(StandardPaper),
  /** The identifiers printed in the PDF, most likely first, and its title. */
  printed: Nullable(Type.Object({ identifiers: Type.Array(Type.String()), title: Type.String() })),
  /** Papers that may match the PDF, best first. Send the PDF again with the `identifier` of the right paper. */
  candidates: Type.Array(StandardPaper),
});
export type AddedPaper = Static<typeof AddedPaper>;

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;

export const ownPaperOperations = defineOperations({
  addPaper: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/papers',
    summary:
      'Adds a paper to the library. A bibcode, DOI, preprint identifier or address of the paper is looked up at the sources. A PDF is recognised by its printed identifier. A description is stored as given.',
    body: NewPaper,
    form: {
      file: { kind: 'binary', required: true, description: 'The PDF.' },
      identifier: {
        kind: 'text',
        required: false,
        description: 'Identifier of the paper in the PDF. By default, the PDF is recognised.',
      },
    },
    reply: AddedPaper,
    statuses: [400, 401, 403, 404, 409, 413, 500, 502, 503, 504],
  },
});
