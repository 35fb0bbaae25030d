import type { Migration } from 'kysely/migration';
import { migration as literature } from './0001-literature.ts';

export const migrations: Record<string, Migration> = { '0001-literature': literature };
