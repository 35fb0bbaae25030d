import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The paths of all routes of a web application, from its code: a new route is missing in a test that compares them with
 * those it visits.
 *
 * @param sources the folder with `router.ts`
 * @throws Error where a route of the router is not found
 */
export function routesInCode(sources: string): string[] {
  const router = readFileSync(join(sources, 'router.ts'), 'utf8');
  const known = new Set([...router.matchAll(/\b(\w+Route)\b/g)].map(([, name]) => name));
  known.delete('rootRoute');
  const paths = globSync('**/*.{ts,tsx}', { cwd: sources }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/createRoute\(\{[^}]*?\bpath: '([^']+)'/g)].map(
      ([, path = '']) => path,
    ),
  );
  if (paths.length !== known.size)
    throw new Error(`the router has ${known.size} routes, of which ${paths.length} are found`);
  return paths;
}
