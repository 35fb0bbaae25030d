import type {
  BatchOutcome,
  FullTextType,
  BlockPlace,
  HighlightColor,
  LibraryOrder,
  TextSide,
  NoteAnchorState,
  ReadingState,
  TextQuality,
  AlertSchedule,
  SourceChoice,
  AnswerStatus,
  Citation,
  FileVersion,
} from '@almagest/contracts/literature';
import type { Reference } from '@almagest/bibliography';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { ChosenValues, Provenance } from '../domain/papers/merge-records.ts';
import type { Origin, SourceRecord } from '../domain/papers/source-record.ts';
import type { AccountTables } from '@almagest/accounts';
import type { AgentTables } from './agent/agent-tables.ts';
import type { DigestTables } from './alerts/digest-tables.ts';
import type { BibliographyTables } from './bibliographies/bibliography-tables.ts';
import type { LinkedTables } from './linked/linked-tables.ts';
import type { MergeTables } from './library/merge-tables.ts';
import type { OwnedColumns, SharedColumns } from './people/owned-columns.ts';
import type { KnownSince } from '../domain/alerts/alert-check.ts';
import type { SkyObject } from '../domain/targets/sky-object.ts';

interface PeopleTables {
  rate_limit_hit: { key: string; at: Date };
  person_group: { id: Generated<number>; name: string; created_at: ColumnType<Date, never, never> };
  group_member: { group_id: number; account_id: string; is_editor: Default<boolean> };
  paper_mark: {
    owner_id: string;
    paper_id: number;
    reading_state: Default<ReadingState | null>;
    is_starred: Default<boolean | null>;
    trashed_at: Default<Date | null>;
  };
  person_active_paper: { owner_id: string; paper_id: number };
  removed_owner: { owner_id: string; removed_at: Default<Date> };
}

interface TranslationTables {
  translated_text: {
    text_hash: string;
    model: string;
    language: string;
    glossary_hash: string;
    passages: string[];
    created_at: Generated<Date>;
    used_at: Generated<Date>;
  };
  translated_block: { paper_id: number; position: number; text: string; words: string };
  translation_lease: {
    paper_id: number;
    lease_holder: string;
    lease_renewed_at: ColumnType<Date, Date | undefined, Date>;
  };
}

interface TargetTables {
  name_lookup: {
    name: string;
    /** The object, written as JSON text. Null for a name that the resolver does not know. */
    object: ColumnType<SkyObject | null, string | null, string | null>;
    fresh_until: Date;
  };
  target: {
    id: Generated<number>;
    identity: string;
    name: string;
    canonical_name: string;
    ra_deg: number;
    dec_deg: number;
    object_type: string | null;
    searchable: string;
  };
  target_paper: { target_id: number; paper_id: number };
}

interface RetrievalTables {
  chunk: {
    id: Generated<number>;
    paper_id: number;
    position: number;
    first_block: number;
    last_block: number;
    headings: string[];
    text: string;
    hash: Buffer;
  };
  paper_index: { paper_id: number; rules: number };
  chunk_vector: {
    chunk_id: number;
    model: Generated<string>;
    version: Generated<number>;
    not_before: Generated<Date>;
    failures: Generated<number>;
    code: Buffer | null;
    vector: Buffer | null;
  };
}

interface FileTables {
  paper_file: {
    id: Generated<number>;
    paper_id: number;
    location: string;
    type: FullTextType;
    version: FileVersion;
    preprint_version: Default<number | null>;
    label: Default<string>;
    is_upload: boolean;
    added_at: ColumnType<Date, never, never>;
    trashed_at: Default<Date | null>;
    markdown_location: Default<string | null>;
    translation_location: Default<string | null>;
    translation_language: Default<string | null>;
  };
}

interface AnswerTables {
  answer: OwnedColumns & {
    id: Generated<number>;
    question: string;
    paper_id: number | null;
    collection_id: number | null;
    status: Generated<AnswerStatus>;
    answer: Generated<string>;
    /** Written as JSON text. */
    citations: ColumnType<Citation[], string | undefined, string>;
    failure: ColumnType<string | null, string | null | undefined, string | null>;
    total_tokens: ColumnType<number | null, number | null | undefined, number | null>;
    duration_ms: Generated<number>;
    asked_at: ColumnType<Date, never, never>;
  };
}

interface AlertTables {
  alert: SharedColumns & {
    id: Generated<number>;
    name: string;
    query: string;
    source: SourceChoice;
    schedule: AlertSchedule;
    next_check_at: Default<Date | null>;
    last_checked_at: Default<Date | null>;
    last_attempt_at: Default<Date | null>;
    failures: Default<string[]>;
    known_since: ColumnType<KnownSince, string | undefined, string>;
    feed_digest: Default<Buffer | null>;
    lease_holder: Default<string | null>;
    lease_renewed_at: Default<Date>;
    created_at: ColumnType<Date, never, never>;
    deleted_at: Default<Date | null>;
    mail: Default<AlertSchedule | null>;
  };
  alert_name: { alert_id: number; name: string };
  alert_paper: {
    alert_id: number;
    paper_id: number;
    found_at: Default<Date>;
    seen_at: Default<Date | null>;
    entry_id: ColumnType<string, never, never>;
    mail_id: Default<string | null>;
  };
}

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
  chosen: Json<ChosenValues> | null;
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
  text_quality: ColumnType<TextQuality | null, string | null | undefined, string | null>;
  scanned_pdf: Default<string | null>;
  translation_location: Default<string | null>;
  translation_language: Default<string | null>;
  /** Title, authors and names in lower case, without accents and apostrophes. A trigger fills this column. */
  search_text: ColumnType<string, never, never>;
  reading_state: Default<ReadingState>;
  is_starred: Default<boolean>;
  trashed_at: Default<Date | null>;
  merged_into: Default<number | null>;
  in_library_before: Default<Date | null>;
  /** The words of the record for the full-text search. */
  words: ColumnType<string | null, never, never>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
}

interface NoteTable extends SharedColumns {
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
  side: Default<TextSide>;
  passage: Default<string | null>;
  file_id: Default<number | null>;
  words: Default<string | null>;
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

export interface Database
  extends
    AccountTables,
    AgentTables,
    AlertTables,
    AnswerTables,
    BibliographyTables,
    DigestTables,
    FileTables,
    LinkedTables,
    MergeTables,
    PeopleTables,
    RetrievalTables,
    TranslationTables,
    TargetTables {
  paper: PaperTable;
  paper_name: { name: string; paper_id: number };
  work_progress: { work: string; done: number; total: number; reported_at: Default<Date> };
  source_record: { paper_id: number; source: Origin; record: Json<SourceRecord>; seen_at: Default<Date> };
  block: {
    paper_id: number;
    position: number;
    id: string;
    kind: string;
    text: string;
    text_hash: string;
    markdown: string;
    place: Json<BlockPlace> | null;
    ocr_confidence: Default<number | null>;
  };
  note: NoteTable;
  deleted_note: OwnedColumns & { id: number; bibcode: string; note: Json<unknown>; deleted_at: Default<Date> };
  bibliography_item: { paper_id: number; position: number; names: string[]; keys: string[] };
  citation_network: {
    paper_id: number;
    reference_codes: string[];
    citation_codes: string[];
    counts: Json<Record<string, number>>;
    fetched_at: Default<Date>;
  };
  /** Imported entries and entries from forms. These entries have fields that a record does not have. */
  reference: {
    paper_id: number;
    item: Json<Reference>;
    item_digest: ColumnType<string, never, never>;
    imported_at: Default<Date>;
  };
  collection: SharedColumns & {
    id: Generated<number>;
    parent_id: number | null;
    name: string;
    created_at: Default<Date>;
  };
  collection_paper: { collection_id: number; paper_id: number };
  tag: OwnedColumns & { paper_id: number; name: string };
  active_paper: { singleton: Generated<boolean>; paper_id: number | null };
  batch: BatchTable;
  batch_paper: { run: number; position: number; paper_id: number; done: Default<boolean> };
  batch_log: { id: Generated<number>; kind: BatchKind; line: string };
  saved_search: OwnedColumns & {
    id: Generated<number>;
    name: string;
    search: Json<LibraryOrder>;
    position: number;
    created_at: ColumnType<Date, never, never>;
  };
  saved_query: {
    id: Generated<number>;
    query: string;
    source: string;
    limit_count: number;
    last_run: Default<Date>;
    last_outcome: Default<BatchOutcome | null>;
    last_failures: Default<string[]>;
  };
  host_rate_limit: { host: string; next_slot_at: Date; slot_holder: string | null };
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
