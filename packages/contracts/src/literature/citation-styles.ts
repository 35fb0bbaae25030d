import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Timestamp } from '../schema.ts';

/** A citation style that a person uploaded. */
export const CitationStyle = Type.Object({ id: Type.Integer(), title: Type.String(), created_at: Timestamp });
export type CitationStyle = Static<typeof CitationStyle>;

export const CitationStyleList = Type.Object({ styles: Type.Array(CitationStyle) });
export type CitationStyleList = Static<typeof CitationStyleList>;

export const NewCitationStyle = closedObject({
  csl: Type.String({
    minLength: 1,
    maxLength: 500_000,
    pattern: String.raw`^[^\u0000\ud800-\udfff]+$`,
    description: 'The text of a `.csl` file.',
  }),
});
export type NewCitationStyle = Static<typeof NewCitationStyle>;

const call = { tag: 'library', role: 'api-token-if-configured', least: 'reader', failures: 'text' } as const;
const PATH = '/api/library/styles';

export const citationStyleOperations = defineOperations({
  listCitationStyles: {
    ...call,
    method: 'get',
    path: PATH,
    summary: 'Lists the citation styles that the caller uploaded.',
    reply: CitationStyleList,
    statuses: [401, 403, 500],
  },
  addCitationStyle: {
    ...call,
    method: 'post',
    path: PATH,
    summary:
      'Stores a CSL style for formatted bibliographies (`csl` of an export), and replaces the caller’s style with the same title. Refuses dependent styles and styles that cannot be applied. Terms are English unless the style defines them.',
    body: NewCitationStyle,
    reply: CitationStyle,
    statuses: [400, 401, 403, 409, 413, 500],
  },
  deleteCitationStyle: {
    ...call,
    method: 'delete',
    path: `${PATH}/{id}`,
    summary: 'Deletes a citation style.',
    params: Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    reply: CitationStyleList,
    statuses: [400, 401, 403, 404, 500],
  },
});
