import { join } from 'node:path';
import { whilePagesAreBuilt } from './build-pages.ts';
import { fromSources } from './from-sources.ts';
import { commandLineOrExit } from './options.ts';
import { listServices } from './services.ts';
import { readSettings } from './settings.ts';
import { startStack } from './stack.ts';
import { startScreen } from './start-screen.ts';
import { runUntilStopped } from './run-until-stopped.ts';

const { environment } = commandLineOrExit('start', process.env);
const checkout = join(import.meta.dirname, '../../../..');
const warn = (line: string) => console.error(`almagest: ${line}`);

const exitCode = await runUntilStopped(
  async (signals) => {
    const settings = readSettings(environment, checkout);
    const services = listServices(checkout, settings, environment).map(fromSources);
    const stack = { ...settings, ...signals, services, environment, warn, log: warn };
    return await whilePagesAreBuilt(checkout, signals.abort, () => startStack(stack));
  },
  (stack) => console.log(startScreen(stack, readSettings(environment, checkout).stateDir, environment)),
  warn,
);
// Remaining timers and handles must not keep a stopped launcher alive.
process.exit(exitCode);
