import type { AnswerStatus, Citation } from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';

export interface AnswerTables {
  answer: {
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
