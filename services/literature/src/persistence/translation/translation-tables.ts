import type { ColumnType, Generated } from 'kysely';

export interface TranslationTables {
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
