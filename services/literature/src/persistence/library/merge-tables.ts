import type { Reference } from '@almagest/bibliography';
import type { Merge, NoteAnchorState } from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';
import type { Holdings } from '../../domain/library/holdings.ts';
import type { ChosenValues } from '../../domain/papers/merge-records.ts';
import type { MovedItem } from '../linked/linked-tables.ts';
import type { MovedKey } from '../bibliographies/bibliography-tables.ts';
import type { Origin, SourceRecord } from '../../domain/papers/source-record.ts';

/** Columns of the remaining paper that a merge changes. The values have PostgreSQL's JSON form. */
export interface RestoredColumns extends Omit<Holdings, 'in_library_since' | 'trashed_at' | 'in_library_before'> {
  readonly in_library_since: string | null;
}

/** The state that undoing a merge restores. */
export interface MergeState {
  /** Names in `paper_name` that the merged paper had. */
  readonly names: readonly string[];
  readonly notes: readonly MovedNote[];
  /** The tags of the merged paper. Older merges have only the names. */
  readonly tags: readonly (string | OwnedTag)[];
  /** The marks of people on the remaining paper. Older merges lack this field. */
  readonly marks?: MovedMarks;
  readonly collections: readonly number[];
  readonly targets: readonly number[];
  readonly sources: readonly Origin[];
  readonly reference: boolean;
  /** Ids of answers to questions about the merged paper. */
  readonly answers: readonly number[];
  /** Files of the merged paper. Older merges lack this field. */
  readonly files?: readonly number[];
  /** Citation keys of the merged paper. Older merges lack this field. */
  readonly keys?: readonly MovedKey[];
  /** Items of linked libraries. Older merges lack this field. */
  readonly linked?: readonly MovedItem[];
  /** Entries of the remaining paper that an automatic merge combined with entries of the merged paper. */
  readonly records?: readonly CombinedRecord[];
  readonly item?: CombinedItem;
  /** The chosen values of the remaining paper before and after the merge, if the merge changed them. */
  readonly chosen?: { readonly before: ChosenValues | null; readonly after: ChosenValues };
  /** The remaining paper before and after the merge. */
  readonly before: RestoredColumns;
  readonly after: RestoredColumns;
}

export interface CombinedRecord {
  readonly source: Origin;
  readonly before: SourceRecord;
  readonly after: SourceRecord;
}

/** An imported entry. Null if the remaining paper had no imported entry. */
export interface CombinedItem {
  readonly before: Reference | null;
  readonly after: Reference;
}

/** The cause of a merge: a user, an imported entry, or the record of a source. */
export type MergeCause = Merge['cause'];

export interface OwnedTag {
  readonly name: string;
  readonly owner_id: string | null;
}

/** Rows of `paper_mark` before and after a merge, in PostgreSQL's JSON form. */
export interface MovedMarks {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

export interface MovedNote {
  readonly id: number;
  readonly position: number | null;
  readonly anchor: NoteAnchorState;
}

export interface MergeTables {
  paper_merge: {
    id: Generated<number>;
    kept_id: number;
    merged_id: number;
    bibcode: string;
    merged_at: ColumnType<Date, never, never>;
    cause: MergeCause;
    state: ColumnType<MergeState, string, never>;
  };
  kept_apart: { paper_a: number; paper_b: number };
}
