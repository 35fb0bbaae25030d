import { statements } from '@almagest/service-kit/statements';

/** Adds the token usage of sessions, and the tools that users allowed. */
export const migration = statements([
  `alter table agent_session
     add allowed_tools text[] not null default '{}',
     add prompt_tokens bigint not null default 0,
     add completion_tokens bigint not null default 0,
     -- Time of the runs that have ended.
     add worked_ms bigint not null default 0`,
]);
