export { dieWithParent } from './die-with-parent.ts';
export { PostgresError } from './postgres-error.ts';
export { FAST_UNSAFE, type Settings } from './settings.ts';
export { startPostgres, type PostgresOptions, type PostgresServer } from './start-postgres.ts';
