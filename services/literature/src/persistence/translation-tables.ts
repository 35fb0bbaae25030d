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
  translation_turn: { paper_id: number; holder: string; seen_at: ColumnType<Date, Date | undefined, Date> };
}
