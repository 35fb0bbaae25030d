import { join } from 'node:path';
import { commandLineOrExit } from './options.ts';
import { listServices } from './services.ts';
import { readSettings } from './settings.ts';
import { startStack } from './stack.ts';
import { startScreen } from './start-screen.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { fromSources } from './from-sources.ts';

const { environment } = commandLineOrExit('dev', process.env);
const checkout = join(import.meta.dirname, '../../../..');
const warn = (line: string) => console.error(`almagest: ${line}`);

const exitCode = await runUntilStopped(
  (signals) => {
    const settings = readSettings(environment, checkout);
    const services = listServices(checkout, settings, environment).map((service) => {
      return { ...fromSources(service), watched: true };
    });
    return startStack({ ...settings, ...signals, services, environment, warn, log: warn });
  },
  (stack) => {
    console.log(startScreen(stack, readSettings(environment, checkout).stateDir, environment));
    warn('each program restarts when one of its source files changes. Restart npm run dev for a new migration');
  },
  warn,
);
// Remaining timers and handles must not keep a stopped launcher alive.
process.exit(exitCode);
