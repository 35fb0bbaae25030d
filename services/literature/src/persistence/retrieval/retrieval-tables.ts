import type { Generated } from 'kysely';

export interface RetrievalTables {
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
