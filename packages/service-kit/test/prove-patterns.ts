import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, literalOf, patternsOfTree } from './tree-patterns.ts';

// Updates `proven-patterns.json`, the patterns that are proven to take linear time, so that the test checks only new
// patterns.
//
// Adds newly proven patterns and removes those that are no longer in the sources. Skips proven patterns and stores each
// proof at once, because some take minutes: node --conditions=@almagest/source <this file>
const FILE = join(import.meta.dirname, 'proven-patterns.json');
const patterns = patternsOfTree();
const known = new Set(JSON.parse(readFileSync(FILE, 'utf8')) as string[]);
const proven = new Set(patterns.map(literalOf).filter((literal) => known.has(literal)));
for (const pattern of patterns) {
  const literal = literalOf(pattern);
  if (proven.has(literal)) continue;
  const fault = await faultOf(pattern);
  if (fault === undefined) proven.add(literal);
  else process.stdout.write(`${fault}: ${literal}  ${pattern.places.join(' ')}\n`);
  writeFileSync(FILE, `${JSON.stringify([...proven].toSorted(), null, 2)}\n`);
}
process.exit(0);
