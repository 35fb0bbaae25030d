import { runProcess } from '@almagest/service-kit/process';
import { readConfig } from './config.ts';
import { startBalancer } from './start-balancer.ts';

await runProcess(() => readConfig(process.env, process.argv.slice(2)), startBalancer);
