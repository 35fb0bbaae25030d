import { statements } from '@almagest/service-kit/statements';

/** Adds questions about papers and their answers. */
export const migration = statements([
  `create table answer (
     id integer generated always as identity primary key,
     question text not null,
     -- The scope of the question. Neither is set for the whole library.
     paper_id integer references paper on delete cascade,
     collection_id integer references collection on delete set null,
     -- The row is written before the model is queried, so a question of a dead process counts as stopped.
     status text not null default 'stopped' check (status in ('answered', 'unanswered', 'stopped', 'failed')),
     answer text not null default '',
     citations jsonb not null default '[]',
     failure text,
     total_tokens integer,
     duration_ms integer not null default 0,
     asked_at timestamptz not null default now(),
     check ((status = 'failed') = (failure is not null)),
     check (paper_id is null or collection_id is null))`,
  `create index answer_paper on answer (paper_id, id desc) where paper_id is not null`,
  `create index answer_collection on answer (collection_id) where collection_id is not null`,
]);
