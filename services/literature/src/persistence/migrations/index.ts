import type { Migration } from 'kysely/migration';
import { migration as literature } from './0001-literature.ts';
import { migration as translation } from './0002-translation.ts';
import { migration as agent } from './0005-agent.ts';

export const migrations: Record<string, Migration> = {
  '0001-literature': literature,
  '0002-translation': translation,
  '0005-agent': agent,
};
