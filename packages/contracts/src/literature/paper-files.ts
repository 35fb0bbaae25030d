import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, StoredText, Timestamp } from '../schema.ts';
import { PaperQuery } from './papers.ts';
import { FullTextType, PaperReference } from './vocabulary.ts';

export const FileVersion = Type.Enum(['published', 'preprint', 'own', 'unknown'], {
  description:
    'published: as the journal has it; preprint: as the preprint server has it; own: a copy of the user’s, such as a draft or a scan.',
});
export type FileVersion = Static<typeof FileVersion>;

/** As in `v2`. */
const PreprintVersion = Type.Integer({ minimum: 1, maximum: 999 });
/** The range of PostgreSQL's integers. */
const FileId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** One of the files of a paper. */
export const PaperFile = Type.Object({
  id: Type.Integer(),
  type: FullTextType,
  version: FileVersion,
  /** Of a preprint: which one, where it is known. */
  preprint_version: Nullable(Type.Integer()),
  /** What the user calls it; empty by default. */
  label: Type.String(),
  is_upload: Type.Boolean(),
  /** Null for a file that is not on the disk. */
  size_bytes: Nullable(Type.Integer()),
  added_at: Timestamp,
  /** Whether it is the one of its type: what `GET /api/papers/file` sends and a parse reads. */
  is_chosen: Type.Boolean(),
  /** Whether the text that is shown was made from it. */
  is_read: Type.Boolean(),
  /** Notes and highlights that were made on its text. */
  note_count: Type.Integer(),
  /** Whether there is a translation of its text, which is shown with it. */
  has_translation: Type.Boolean(),
  /** Since when it is in the trash; it can be restored for 30 days. */
  trashed_at: Nullable(Timestamp),
});
export type PaperFile = Static<typeof PaperFile>;

export const PaperFiles = Type.Object({ bibcode: Type.String(), files: Type.Array(PaperFile) });
export type PaperFiles = Static<typeof PaperFiles>;

/** A version that the preprint server has. */
export const PreprintWanted = closedObject({
  bibcode: PaperReference,
  preprint_version: PreprintVersion,
  type: Type.Optional(FullTextType),
});
export type PreprintWanted = Static<typeof PreprintWanted>;

export const FileChange = closedObject({
  is_chosen: Type.Optional(
    Type.Literal(true, { description: 'Takes the place of the file of its type that was chosen before.' }),
  ),
  version: Type.Optional(FileVersion),
  preprint_version: Type.Optional(Nullable(PreprintVersion)),
  label: Type.Optional(StoredText(200)),
});
export type FileChange = Static<typeof FileChange>;

/** One of the files of a paper, for `GET /api/papers/file`. */
export const FileQuery = closedObject({
  ...PaperQuery.properties,
  type: FullTextType,
  file: Type.Optional(FileId),
});
export type FileQuery = Static<typeof FileQuery>;

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/papers/files';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const paperFileOperations = {
  readPaperFile: defineOperation({
    ...call,
    operationId: 'readPaperFile',
    method: 'get',
    path: '/api/papers/file',
    summary:
      'The stored PDF or HTML of a paper, with ranges: the chosen one, or any of its files by `file`. Nothing in it may run or load anything.',
    query: FileQuery,
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 401, 404, 416, 500],
  }),
  listPaperFiles: defineOperation({
    ...call,
    operationId: 'listPaperFiles',
    method: 'get',
    path: PATH,
    summary: 'All files of a paper, the latest first, with those in the trash.',
    query: PaperQuery,
    reply: PaperFiles,
    statuses: [400, 401, 404, 500],
  }),
  addPaperFile: defineOperation({
    ...call,
    operationId: 'addPaperFile',
    method: 'post',
    path: PATH,
    summary:
      'Adds a file to a paper beside those that it has: one of the user’s, or a version that the preprint server has. Which one is read stays as it is, unless it is the first of its type.',
    body: PreprintWanted,
    form: {
      bibcode: { kind: 'text', required: true, description: 'Bibcode, DOI or preprint identifier.' },
      type: { kind: 'text', required: true, description: 'pdf or html.' },
      file: { kind: 'binary', required: true, description: 'The file.' },
      version: {
        kind: 'text',
        required: false,
        description: 'published, preprint, own or unknown. By default own.',
      },
      preprint_version: { kind: 'text', required: false, description: 'Of a preprint: 1 for v1.' },
      label: { kind: 'text', required: false, description: 'What the user calls it.' },
    },
    reply: PaperFiles,
    statuses: [400, 401, 404, 409, 413, 500, 502, 503, 504],
  }),
  changePaperFile: defineOperation({
    ...call,
    operationId: 'changePaperFile',
    method: 'patch',
    path: `${PATH}/{id}`,
    summary:
      'Chooses a file, or says what it is. The text of another file is shown from its next parse; notes are looked for in it then, and are found again when their own file is chosen again.',
    params,
    body: FileChange,
    reply: PaperFiles,
    statuses: [400, 401, 404, 409, 413, 500],
  }),
  trashPaperFile: defineOperation({
    ...call,
    operationId: 'trashPaperFile',
    method: 'delete',
    path: `${PATH}/{id}`,
    summary: 'Moves a file that is not chosen to the trash, where it stays for 30 days.',
    params,
    reply: PaperFiles,
    statuses: [400, 401, 404, 409, 500],
  }),
  restorePaperFile: defineOperation({
    ...call,
    operationId: 'restorePaperFile',
    method: 'post',
    path: `${PATH}/{id}/restore`,
    summary: 'Takes a file out of the trash.',
    params,
    reply: PaperFiles,
    statuses: [400, 401, 404, 500],
  }),
};
