import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, literalOf, patternsOfTree } from './tree-patterns.ts';

// Writes the patterns of the tree whose steps are shown to grow no faster than the text into `proven-patterns.json`, so
// that the test has to look at new ones only. Takes some minutes: node --conditions=@almagest/source <this file>
const proven: string[] = [];
for (const pattern of patternsOfTree()) {
  const fault = await faultOf(pattern);
  if (fault === undefined) proven.push(literalOf(pattern));
  else process.stdout.write(`${fault}: ${literalOf(pattern)}  ${pattern.places.join(' ')}\n`);
}
writeFileSync(join(import.meta.dirname, 'proven-patterns.json'), `${JSON.stringify(proven.toSorted(), null, 2)}\n`);
process.exit(0);
