import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toMarkdown, type Report } from './markdown.ts';
import type { Results } from './results.ts';

const CHECKOUT = new URL('../../../../', import.meta.url).pathname;

/** Versions of the libraries beside us, from their packages. */
export function libraryVersions(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const versionOf = (name: string) => (require(`${name}/package.json`) as { version: string }).version;
  return { BullMQ: versionOf('bullmq'), 'pg-boss': versionOf('pg-boss') };
}

/** Writes the report beside earlier ones; returns its text and where it lies. */
export function writeReport(report: Report, results: Results): { readonly text: string; readonly file: string } {
  const folder = join(CHECKOUT, '.bench');
  mkdirSync(folder, { recursive: true });
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const file = join(folder, `grid-${stamp}`);
  const text = toMarkdown(report, results);
  writeFileSync(`${file}.md`, text);
  const figures = Object.fromEntries(results.figures);
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...report, figures }, null, 2)}\n`);
  return { text, file: `${file}.md` };
}
