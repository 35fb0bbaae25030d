import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeState } from './close-state.ts';
import { Display } from './demo/display.ts';
import { runDemo } from './demo/run-demo.ts';
import { sampleWorkflow } from './demo/sample-workflow.ts';
import { commandLineOrExit } from './options.ts';
import { listServices } from './services.ts';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import { readDemoGrid, readSettings } from './settings.ts';
import { startStack, type Stack } from './stack.ts';
import { runUntilStopped, type Signals } from './run-until-stopped.ts';

const INTERRUPTED = 130;
/**
 * With these values, the coordinator notices a dead node within seconds instead of minutes. People then see the node's
 * tasks move to the other node. Values from the environment override these values.
 */
const DEMO_SETTINGS = {
  HEARTBEAT_TIMEOUT_SEC: '8',
  NODE_LOST_GRACE_SEC: '4',
  SWEEP_EVERY_MS: '2000',
  PUBLIC_RELEASES: '1',
};

const checkout = join(import.meta.dirname, '../../../..');
const { environment, exit } = commandLineOrExit('demo', { ...DEMO_SETTINGS, ...process.env });
const display = new Display();
const warn = (line: string) => display.warn(line);
let finished = false;

/** Serves made-up papers in the formats of the real services, without waiting between requests. */
let lab: UpstreamLab | undefined;

async function start(signals: Signals): Promise<Stack> {
  const settings = readSettings(environment, checkout);
  sampleWorkflow(readDemoGrid(environment));
  const services = listServices(checkout, settings, environment);
  const folder = demoFolder(settings.stateDir);
  closeState(settings.stateDir);
  mkdirSync(folder, { recursive: true });
  display.say('Starting the database and the services …');
  lab = await startUpstreamLab();
  // On its own port, the publisher would have a private address, which the service refuses unless it is configured.
  lab.setSettings({ publisherAt: 'mirror' });
  const own = { ...environment, ...lab.environment() };
  const logFile = join(folder, 'services.log');
  return await startStack({ ...settings, ...signals, services, environment: own, warn, logFile });
}

async function demonstrate(stack: Stack, signals: Signals): Promise<number> {
  const folder = demoFolder(readSettings(environment, checkout).stateDir);
  for (const { page } of stack.services) display.say(`The ${page.label} is ${page.address}`);
  display.say(`Sign in as admin. The password is in ${stack.adminToken.place}. Ctrl-C stops everything.`);
  const sample = sampleWorkflow(readDemoGrid(environment));
  const exitCode = await runDemo(stack, { ...signals, checkout, folder, sample, environment, display, exit });
  finished = true;
  return exitCode;
}

function demoFolder(stateDir: string): string {
  return join(stateDir, 'demo');
}

const exitCode = await runUntilStopped(start, demonstrate, warn);
await lab?.close();
// A demonstration that was stopped during its start counts as failed.
process.exit(exitCode === 0 && !finished ? INTERRUPTED : exitCode);
