import { runProcess } from '@almagest/service-kit/process';
import { startApi } from './compose.ts';
import { readConfig } from './config.ts';

await runProcess(() => readConfig(process.env, process.argv.slice(2)), startApi);
