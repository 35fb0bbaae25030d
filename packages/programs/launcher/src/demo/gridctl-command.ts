import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Stack } from '../stack.ts';

/** Returns the command that runs gridctl from the current folder, without its arguments. */
export function gridctlCommand(checkout: string, { services, adminToken }: Stack): string {
  const near = (path: string) => {
    const way = relative(process.cwd(), path);
    return way.startsWith('..') ? path : way;
  };
  const script = near(join(checkout, 'infra/local/gridctl'));
  const credential = existsSync(adminToken.place) ? `--token-file ${near(adminToken.place)}` : '--token "$ADMIN_TOKEN"';
  return `sh ${script} --url ${services[0]?.address} ${credential}`;
}
