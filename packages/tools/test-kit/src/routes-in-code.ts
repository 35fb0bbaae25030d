import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the paths of all routes of a web application, found in `router.ts`. A test compares them with the routes that
 * it visits, so a new route cannot be forgotten.
 *
 * @param sources the folder with `router.ts`
 * @throws Error if a route of the router has no path
 */
export function routesInCode(sources: string): string[] {
  const router = readFileSync(join(sources, 'router.ts'), 'utf8');
  const constants = new Map(
    globSync('**/*.{ts,tsx}', { cwd: sources }).flatMap((file) =>
      [...readFileSync(join(sources, file), 'utf8').matchAll(/\bconst ([A-Z_]+) = '([^']+)'/g)].map(
        ([, name, value]) => [name, value],
      ),
    ),
  );
  const paths = [...router.matchAll(/createRoute\(\{[^}]*?\bpath: (?:'([^']+)'|([A-Z_]+))/g)].map(
    ([, path, constant]) => path ?? constants.get(constant) ?? '',
  );
  const count = router.split('createRoute({').length - 1;
  if (paths.length !== count) throw new Error(`the router has ${count} routes, but only ${paths.length} paths`);
  return paths;
}
