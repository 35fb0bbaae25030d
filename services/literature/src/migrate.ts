import '@almagest/service-kit/require-node';
import { migrateDatabase } from './persistence/migrate.ts';
import { readConfig } from './config.ts';

const { database, redisUrl } = readConfig(process.env, process.argv.slice(2));
const applied = await migrateDatabase({ database, redisUrl });
process.stdout.write(
  applied.length === 0 ? 'the literature schema is up to date\n' : `applied: ${applied.join(', ')}\n`,
);
