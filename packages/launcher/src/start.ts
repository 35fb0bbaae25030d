import { join } from 'node:path';
import { commandLineOrExit } from './options.ts';
import { listServices } from './services.ts';
import { readSettings } from './settings.ts';
import { startStack, type Stack } from './stack.ts';
import { stay } from './stay.ts';

const environment = commandLineOrExit('start', process.env);
const checkout = join(import.meta.dirname, '../../..');
const warn = (line: string) => console.error(`almagest: ${line}`);

function announce(stack: Stack): void {
  const lines = stack.services.flatMap(({ name, address, page, token }) => [
    `  ${name.padEnd(18)}${address}`,
    `  ${page.label.padEnd(18)}${page.address}`,
    ...(token === undefined ? [] : [`  ${'its token'.padEnd(18)}${token.place}`]),
  ]);
  console.log(
    ['Almagest runs. Ctrl-C stops it.', ...lines, `  ${'admin token'.padEnd(18)}${stack.adminToken.place}`].join('\n'),
  );
}

const exitCode = await stay(
  (signals) => {
    const settings = readSettings(environment, checkout);
    const services = listServices(checkout, settings, environment);
    return startStack({ ...settings, ...signals, services, environment, warn });
  },
  announce,
  warn,
);
// Nothing that is left over may keep a stopped launcher alive.
process.exit(exitCode);
