import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the paths of all routes of a web application, found in its code. A test compares them with the routes that it
 * visits, so a new route cannot be forgotten.
 *
 * @param sources the folder with `router.ts`
 * @throws Error if a route of the router is not found
 */
export function routesInCode(sources: string): string[] {
  const router = readFileSync(join(sources, 'router.ts'), 'utf8');
  const known = new Set([...router.matchAll(/\b(\w+Route)\b/g)].map(([, name]) => name));
  known.delete('rootRoute');
  const code = globSync('**/*.{ts,tsx}', { cwd: sources }).map((file) => readFileSync(join(sources, file), 'utf8'));
  const constants = new Map(
    code.flatMap((text) =>
      [...text.matchAll(/\bconst ([A-Z_]+) = '([^']+)'/g)].map(([, name, value]) => [name, value]),
    ),
  );
  const paths = code.flatMap((text) =>
    [...text.matchAll(/createRoute\(\{[^}]*?\bpath: (?:'([^']+)'|([A-Z_]+))/g)].map(
      ([, path, constant]) => path ?? constants.get(constant) ?? '',
    ),
  );
  if (paths.length !== known.size)
    throw new Error(`the router has ${known.size} routes, but only ${paths.length} were found`);
  return paths;
}
