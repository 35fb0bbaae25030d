import { statements } from '@almagest/service-kit/statements';

/** Keeps the machine and the tags that the agent of a node reports. Null for agents that report nothing. */
export const migration = statements([`alter table node add column machine jsonb`]);
