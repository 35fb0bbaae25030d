import type {
  BatchOutcome,
  FullTextType,
  HighlightColor,
  NoteAnchorState,
  Source,
} from '@almagest/contracts/literature';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Provenance } from '../domain/merge-records.ts';
import type { SourceRecord } from '../domain/source-record.ts';
import type { TargetTables } from './target-tables.ts';
import type { AgentTables } from './agent-tables.ts';
import type { RetrievalTables } from './retrieval-tables.ts';
import type { TranslationTables } from './translation-tables.ts';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Default<T> = ColumnType<T, T | undefined, T>;
/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

interface PaperTable {
  id: Generated<number>;
  bibcode: string;
  title: string;
  authors: string[];
  year: string;
  date: string;
  pub_journal: string;
  keywords: string[];
  abstract: string;
  doi: string;
  preprint_id: string;
  citation_count: number;
  reference_count: number;
  doctype: string;
  provenance: Json<Provenance>;
  title_key: string;
  surname_key: string;
  in_library_since: Default<Date | null>;
  pdf_location: Default<string | null>;
  html_location: Default<string | null>;
  pdf_uploaded: Default<boolean>;
  html_uploaded: Default<boolean>;
  uploaded_last: Default<FullTextType | null>;
  markdown_location: Default<string | null>;
  markdown_source: Default<string | null>;
  markdown_outdated: Default<boolean>;
  parse_error: Default<string | null>;
  translation_location: Default<string | null>;
  translation_language: Default<string | null>;
  /** Title, authors and names without accents, apostrophes and case; made by the database. */
  search_text: ColumnType<string, never, never>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
}

interface NoteTable {
  id: Generated<number>;
  paper_id: number;
  position: number | null;
  note_text: string;
  highlight_color: HighlightColor;
  selected_text: string;
  text_hash: WrittenOnce<string>;
  paragraph: WrittenOnce<string>;
  prefix: WrittenOnce<string>;
  suffix: WrittenOnce<string>;
  anchor: NoteAnchorState;
  last_position: number;
  created_at: ColumnType<Date, never, never>;
}

export type BatchKind = 'meta' | 'asset';

interface BatchTable {
  kind: WrittenOnce<BatchKind>;
  run: number;
  active: boolean;
  stop_requested: Default<boolean>;
  request: Json<Record<string, unknown>>;
  total: Default<number>;
  synced: Default<number>;
  downloaded: Default<number>;
  parsed: Default<number>;
  translated: Default<number>;
  download_failed: Default<number>;
  parse_failed: Default<number>;
  translate_failed: Default<number>;
  current_bibcode: Default<string>;
  started_at: Default<Date>;
  progress: ColumnType<Record<string, number>, string | undefined, string>;
  lease_holder: Default<string | null>;
  lease_renewed_at: Default<Date>;
  outcome: Default<BatchOutcome | null>;
  failures: Default<string[]>;
  ended_at: Default<Date | null>;
}

export interface Database extends AgentTables, RetrievalTables, TranslationTables, TargetTables {
  paper: PaperTable;
  paper_name: { name: string; paper_id: number };
  source_record: { paper_id: number; source: Source; record: Json<SourceRecord>; seen_at: Default<Date> };
  block: {
    paper_id: number;
    position: number;
    id: string;
    kind: string;
    text: string;
    text_hash: string;
    markdown: string;
  };
  note: NoteTable;
  citation_network: {
    paper_id: number;
    reference_codes: string[];
    citation_codes: string[];
    counts: Json<Record<string, number>>;
    fetched_at: Default<Date>;
  };
  active_paper: { singleton: Generated<boolean>; paper_id: number | null };
  batch: BatchTable;
  batch_paper: { run: number; position: number; paper_id: number; done: Default<boolean> };
  batch_log: { id: Generated<number>; kind: BatchKind; line: string };
  saved_query: {
    id: Generated<number>;
    query: string;
    source: string;
    limit_count: number;
    last_run: Default<Date>;
    last_outcome: Default<BatchOutcome | null>;
    last_failures: Default<string[]>;
  };
  host_turn: { host: string; free_at: Date; holder: string | null };
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
