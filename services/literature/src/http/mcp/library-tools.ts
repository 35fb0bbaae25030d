import { closedObject } from '@almagest/contracts';
import {
  AddedPaper,
  BibliographyStyle,
  ExportFormat,
  HighlightColor,
  literatureOperations,
  LibraryNote,
  NewNote,
  PaperReference,
} from '@almagest/contracts/literature';
import { Cursor, cursorAt, defineMcpTool, NextCursor, pageLimit, positionOf, type AnyMcpTool } from '@almagest/mcp';
import Type from 'typebox';
import { addPaper } from '../../application/library/add-paper.ts';
import { exportPapers, selectNamed, type LibraryExportDeps } from '../../application/library/export-library.ts';
import type { UploadDeps } from '../../application/full-text/upload-paper.ts';
import { readLibraryNotes } from '../../application/notes/list-notes.ts';
import { addNote } from '../../application/notes/manage-notes.ts';
import type { Caller } from '../caller.ts';
import { PaperSummary, summaryOf } from './paper-summary.ts';

export type LibraryToolDeps = UploadDeps & LibraryExportDeps;

export function libraryTools(deps: LibraryToolDeps): AnyMcpTool<Caller>[] {
  return [listNotes(deps), writeNote(deps), savePaper(deps), bibliography(deps)];
}

const NoteView = Type.Object({
  id: LibraryNote.properties.id,
  bibcode: LibraryNote.properties.bibcode,
  title: LibraryNote.properties.title,
  paragraph: LibraryNote.properties.paragraph_index,
  note_text: LibraryNote.properties.note_text,
  selected_text: LibraryNote.properties.selected_text,
  created_at: LibraryNote.properties.created_at,
});

function listNotes(deps: Pick<LibraryToolDeps, 'db'>) {
  return defineMcpTool<Caller, typeof NotesInput, typeof NotesOutput>({
    name: 'list_notes',
    title: 'Notes',
    description:
      'Lists the notes and highlights that the caller may see, latest first, in the whole library or on one paper. q selects notes that contain its words.',
    operation: literatureOperations.listLibraryNotes,
    input: NotesInput,
    output: NotesOutput,
    run: async ({ bibcode, q, limit = 25, cursor }, { caller: { viewer } }) => {
      const before = positionOf(cursor, MAX_NOTE_ID);
      const { notes, total, next_before } = await readLibraryNotes(deps, viewer, {
        limit,
        ...(before === 0 ? {} : { before }),
        ...(bibcode === undefined ? {} : { bibcode }),
        ...(q === undefined ? {} : { q }),
      });
      const views = notes.map((note) => ({
        id: note.id,
        bibcode: note.bibcode,
        title: note.title,
        paragraph: note.paragraph_index,
        note_text: note.note_text,
        selected_text: note.selected_text,
        created_at: note.created_at,
      }));
      return { result: { notes: views, total, next_cursor: next_before === null ? null : cursorAt(next_before) } };
    },
  });
}

/** PostgreSQL's largest integer. */
const MAX_NOTE_ID = 2_147_483_647;

const NotesInput = closedObject({
  bibcode: Type.Optional(PaperReference),
  q: literatureOperations.listLibraryNotes.query.properties.q,
  limit: pageLimit(100, 25),
  cursor: Cursor,
});

const NotesOutput = Type.Object({ notes: Type.Array(NoteView), total: Type.Integer(), next_cursor: NextCursor });

function writeNote(deps: Pick<LibraryToolDeps, 'db'>) {
  return defineMcpTool<Caller, typeof NoteInput, typeof NoteOutput>({
    name: 'add_note',
    title: 'Add a note',
    description: 'Writes a note on a paragraph of a paper. It belongs to the caller.',
    confirmation: 'show the paper, the paragraph and the text of the note.',
    operation: literatureOperations.addNote,
    input: NoteInput,
    output: NoteOutput,
    run: async ({ bibcode, paragraph, note_text, selected_text = '', highlight_color = 'yellow' }, { caller }) => {
      const note = { bibcode, paragraph_index: paragraph, note_text, selected_text, highlight_color };
      const { id, anchor } = await addNote(deps, caller.viewer, note);
      return { result: { id, anchor } };
    },
  });
}

const NoteInput = closedObject({
  bibcode: PaperReference,
  paragraph: NewNote.properties.paragraph_index,
  note_text: Type.String({ minLength: 1, maxLength: 10_000, pattern: String.raw`^[^\u0000]*$` }),
  selected_text: Type.Optional(
    Type.String({
      maxLength: 10_000,
      pattern: String.raw`^[^\u0000]*$`,
      description: 'The words of the paragraph that the note is about, copied exactly.',
    }),
  ),
  highlight_color: Type.Optional(HighlightColor),
});

const NoteOutput = Type.Object({ id: Type.Integer(), anchor: LibraryNote.properties.anchor });

function savePaper(deps: UploadDeps) {
  return defineMcpTool<Caller, typeof PaperInput, typeof PaperOutput>({
    name: 'save_paper',
    title: 'Save a paper',
    description: 'Adds a paper to the library by its bibcode, DOI, preprint identifier or address.',
    confirmation: 'show which paper will be added to the library.',
    operation: literatureOperations.addPaper,
    input: PaperInput,
    output: PaperOutput,
    isOpenWorld: true,
    run: async ({ identifier }, { caller: { viewer }, signal }) => {
      const { status, paper } = await addPaper(deps, viewer, { identifier }, signal);
      return { result: { status, paper: paper === null ? null : summaryOf(paper) } };
    },
  });
}

const PaperInput = closedObject({ identifier: PaperReference });
const PaperOutput = Type.Object({
  status: AddedPaper.properties.status,
  paper: Type.Union([PaperSummary, Type.Null()]),
});

function bibliography(deps: LibraryExportDeps) {
  return defineMcpTool<Caller, typeof BibliographyInput, typeof BibliographyOutput>({
    name: 'bibliography',
    title: 'Bibliography',
    description: 'Returns the references of papers as BibTeX, RIS, CSL-JSON or formatted text, to cite them.',
    operation: literatureOperations.exportSelection,
    input: BibliographyInput,
    output: BibliographyOutput,
    run: async ({ bibcodes, format = 'bibtex', style }, { caller: { viewer } }) => {
      const selection = await selectNamed(deps.db, bibcodes);
      // The address is empty, because only notes in Markdown contain addresses of this service.
      const choice = { format, address: '', ...(style === undefined ? {} : { style }) };
      let text = '';
      for await (const part of exportPapers(deps, viewer, selection, choice)) text += part;
      return { result: { format, bibliography: text }, text, isWhole: true };
    },
  });
}

const BibliographyInput = closedObject({
  bibcodes: Type.Array(PaperReference, { minItems: 1, maxItems: 50 }),
  format: Type.Optional(Type.Enum(['bibtex', 'ris', 'csl-json', 'text', 'bibitem'])),
  style: Type.Optional(BibliographyStyle),
});

const BibliographyOutput = Type.Object({ format: ExportFormat, bibliography: Type.String() });
