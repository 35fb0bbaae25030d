import type { FileVersion, FullTextType } from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;

export interface FileTables {
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
