import type { Migration } from 'kysely/migration';
import { migration as grid } from './0001-grid.ts';

/** Numbered, forward only. */
export const migrations: Record<string, Migration> = { '0001-grid': grid };
