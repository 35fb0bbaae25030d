import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const resolve = createRequire(import.meta.url).resolve;

function versionOf(name: string): string {
  let folder = dirname(resolve(name));
  for (;;) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const found = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
      if (found.name === name) return `${name}@${found.version}`;
    }
    folder = dirname(folder);
  }
}

/**
 * Returns a hash of all inputs, other than the Markdown, that determine the HTML: the files of this package and the
 * versions of its libraries. The hash is part of the key of stored HTML.
 */
export function rendererVersion(): string {
  const hash = createHash('sha256');
  for (const name of ['@mdit/plugin-tex', 'katex', 'markdown-it', 'sanitize-html']) hash.update(versionOf(name));
  const own = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.[jt]s$/.test(entry.name),
  );
  for (const { name } of own.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}
