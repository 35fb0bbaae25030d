import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, StoredText, Timestamp } from '../schema.ts';
import { PaperQuery } from './papers.ts';
import { FullTextType, PaperReference } from './vocabulary.ts';

export const FileVersion = Type.Enum(['published', 'preprint', 'own', 'unknown'], {
  description:
    '`published`: the journal’s version. `preprint`: the preprint server’s version. `own`: a copy of the user, such as a draft or a scan.',
});
export type FileVersion = Static<typeof FileVersion>;

/** 2 means `v2`. */
const PreprintVersion = Type.Integer({ minimum: 1, maximum: 999 });
/** The range of PostgreSQL's integers. */
const FileId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const PaperFile = Type.Object({
  id: Type.Integer(),
  type: FullTextType,
  version: FileVersion,
  /** For a preprint: its version, if known. */
  preprint_version: Nullable(Type.Integer()),
  /** A name for the file. Empty by default. */
  label: Type.String(),
  is_upload: Type.Boolean(),
  /** Null if the file is not on the disk. */
  size_bytes: Nullable(Type.Integer()),
  added_at: Timestamp,
  /** Whether this is the chosen file of its type, which `GET /api/papers/file` returns and a parse reads. */
  is_chosen: Type.Boolean(),
  /** Whether the displayed text was made from this file. */
  is_read: Type.Boolean(),
  /** Number of notes and highlights on its text. */
  note_count: Type.Integer(),
  /** Whether its text has a translation. */
  has_translation: Type.Boolean(),
  /** When it was moved to the trash. It can be restored for 30 days. */
  trashed_at: Nullable(Timestamp),
});
export type PaperFile = Static<typeof PaperFile>;

export const PaperFiles = Type.Object({ bibcode: Type.String(), files: Type.Array(PaperFile) });
export type PaperFiles = Static<typeof PaperFiles>;

/** A version of a preprint on the preprint server. */
export const PreprintWanted = closedObject({
  bibcode: PaperReference,
  preprint_version: PreprintVersion,
  type: Type.Optional(FullTextType),
});
export type PreprintWanted = Static<typeof PreprintWanted>;

export const FileChange = closedObject({
  is_chosen: Type.Optional(Type.Literal(true, { description: 'Replaces the chosen file of the same type.' })),
  version: Type.Optional(FileVersion),
  preprint_version: Type.Optional(Nullable(PreprintVersion)),
  label: Type.Optional(StoredText(200)),
});
export type FileChange = Static<typeof FileChange>;

/** Selects a file of a paper for `GET /api/papers/file`. */
export const FileQuery = closedObject({
  ...PaperQuery.properties,
  type: FullTextType,
  file: Type.Optional(FileId),
});
export type FileQuery = Static<typeof FileQuery>;

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/papers/files';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const paperFileOperations = defineOperations({
  readPaperFile: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/papers/file',
    summary:
      'Returns the stored PDF or HTML of a paper, with ranges: the chosen file, or another file by `file`. Its content cannot run or load anything.',
    query: FileQuery,
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  },
  listPaperFiles: {
    ...call,
    least: 'reader',
    method: 'get',
    path: PATH,
    summary: 'Lists all files of a paper, latest first, including those in the trash.',
    query: PaperQuery,
    reply: PaperFiles,
    statuses: [400, 401, 403, 404, 500],
  },
  addPaperFile: {
    ...call,
    least: 'member',
    method: 'post',
    path: PATH,
    summary:
      'Adds a file to a paper and keeps its existing files: a file from the user, or a version from the preprint server. It becomes the chosen file only if it is the first of its type.',
    body: PreprintWanted,
    form: {
      bibcode: { kind: 'text', required: true, description: 'Bibcode, DOI or preprint identifier.' },
      type: { kind: 'text', required: true, description: 'pdf or html.' },
      file: { kind: 'binary', required: true, description: 'The file.' },
      version: {
        kind: 'text',
        required: false,
        description: 'published, preprint, own or unknown. Default: own.',
      },
      preprint_version: { kind: 'text', required: false, description: 'For a preprint: 1 for v1.' },
      label: { kind: 'text', required: false, description: 'A name for the file.' },
    },
    reply: PaperFiles,
    statuses: [400, 401, 403, 404, 409, 413, 500, 502, 503, 504],
  },
  changePaperFile: {
    ...call,
    least: 'member',
    method: 'patch',
    path: `${PATH}/{id}`,
    summary:
      'Chooses a file, or changes its description. The text of a newly chosen file is shown after its next parse. That parse looks for the notes in the new text. Notes that it does not find return when their file is chosen again.',
    params,
    body: FileChange,
    reply: PaperFiles,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  trashPaperFile: {
    ...call,
    least: 'member',
    method: 'delete',
    path: `${PATH}/{id}`,
    summary: 'Moves a file to the trash, where it stays for 30 days. The chosen file cannot be moved.',
    params,
    reply: PaperFiles,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  restorePaperFile: {
    ...call,
    least: 'member',
    method: 'post',
    path: `${PATH}/{id}/restore`,
    summary: 'Restores a file from the trash.',
    params,
    reply: PaperFiles,
    statuses: [400, 401, 403, 404, 500],
  },
});
