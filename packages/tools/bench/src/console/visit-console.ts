import type { Browser } from 'playwright-core';
import { openVisit, type Visit } from '../browser/visit.ts';
import type { Coordinator } from '../grid/coordinator.ts';

/** Opens the console as a signed-in user. */
export async function visitConsole(browser: Browser, { port, adminToken }: Coordinator): Promise<Visit> {
  const url = `http://127.0.0.1:${port}`;
  const data = { username: 'admin', password: adminToken };
  return await openVisit(browser, url, async ({ request }) => await request.post(`${url}/login`, { data }));
}
