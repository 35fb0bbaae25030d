import { join } from 'node:path';
import { listServices } from './services.ts';
import { readSettings } from './settings.ts';
import { startStack, type Stack } from './stack.ts';
import { stay } from './stay.ts';

const checkout = join(import.meta.dirname, '../../..');
const warn = (line: string) => console.error(`almagest: ${line}`);

function announce(stack: Stack): void {
  const lines = stack.services.flatMap(({ name, address, page }) => [
    `  ${name.padEnd(18)}${address}`,
    `  ${page.label.padEnd(18)}${page.address}`,
  ]);
  console.log(
    ['Almagest runs. Ctrl-C stops it.', ...lines, `  ${'admin token'.padEnd(18)}${stack.adminToken.place}`].join('\n'),
  );
}

const exitCode = await stay(
  (signals) => {
    const settings = readSettings(process.env, checkout);
    const services = listServices(checkout, settings, process.env);
    return startStack({ ...settings, ...signals, services, environment: process.env, warn });
  },
  announce,
  warn,
);
// Nothing that is left over may keep a stopped launcher alive.
process.exit(exitCode);
