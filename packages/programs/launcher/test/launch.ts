// The launcher with a sample service of three small programs that write a journal. With OTHER_PORT there is a second
// service, whose migration does not end.
import { join } from 'node:path';
import { readSettings } from '../src/settings.ts';
import { startStack } from '../src/stack.ts';
import { runUntilStopped } from '../src/run-until-stopped.ts';

const warn = (line: string) => console.error(line);
const settings = readSettings(process.env, '/nowhere');
const service = {
  name: 'sample',
  programs: process.env['PROGRAMS'] ?? join(import.meta.dirname, 'service'),
  watched: process.env['WATCHED'] === '1',
  port: settings.gridPort,
  page: { label: 'console', path: '/' },
  folders: [join(settings.stateDir, 'own')],
  environment: { DATA_DIR: join(settings.stateDir, 'own') },
};
const otherPort = process.env['OTHER_PORT'];
const other = { ...service, name: 'other', port: Number(otherPort), environment: { HANGS: 'migrate' } };
const services = otherPort === undefined ? [service] : [service, other];
const exitCode = await runUntilStopped(
  (signals) => startStack({ ...settings, ...signals, services, environment: process.env, warn }),
  ({ services, adminToken, databaseUrl }) =>
    console.log(JSON.stringify({ pid: process.pid, services, adminToken, databaseUrl })),
  warn,
);
process.exit(exitCode);
