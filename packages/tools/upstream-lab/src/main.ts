#!/usr/bin/env node
import { startUpstreamLab } from './lab.ts';
import { readOptions } from './options.ts';

const lab = await startUpstreamLab(readOptions(process.argv.slice(2)));
process.stdout.write(`# upstream-lab: control at ${lab.url}/lab\n`);
for (const [name, value] of Object.entries(lab.environment())) process.stdout.write(`${name}=${value}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void lab.close().then(() => process.exit(0)));
