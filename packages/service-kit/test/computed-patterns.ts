import { globSync } from 'node:fs';
import { join } from 'node:path';

// Loads the modules that read untrusted text. Prints the patterns that they construct while loading, as `[source,
// flags]`, and the patterns of the schemas that they export. `tree-patterns.ts` runs it.
const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = [
  'packages/{contracts,service-kit,latexml-markdown,pdf-markdown,paper-html}/src/**/*.ts',
  'services/*/src/{domain,files,http,jobs,persistence,security,sources,application}/**/*.ts',
];
/** These modules start working when they are loaded. */
const PROGRAMS = /(?:-thread|-process|\.test)\.ts$/;

const found = new Map<string, readonly [string, string]>();
const note = (source: unknown, flags: unknown = ''): void => {
  // The stack has this function, the proxy's trap, and then the caller.
  const caller = new Error().stack?.split('\n')[3] ?? '';
  if (caller.includes('node_modules') && !caller.includes('/ajv/')) return;
  const one = [source instanceof RegExp ? source.source : String(source), String(flags)] as const;
  found.set(JSON.stringify(one), one);
};

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [source, flags]: [string, string?]) {
    note(source, flags);
    return new target(source, flags);
  },
});

const seen = new Set<unknown>();
/** Ajv compiles the `pattern` of a schema with the flag `u`. */
function noteSchemas(value: unknown): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if ('pattern' in value && typeof value.pattern === 'string') note(value.pattern, 'u');
  for (const part of Object.values(value)) noteSchemas(part);
}

for (const file of globSync(FOLDERS, { cwd: ROOT })) {
  if (PROGRAMS.test(file)) continue;
  for (const exported of Object.values((await import(join(ROOT, file))) as object)) noteSchemas(exported);
}
process.stdout.write(JSON.stringify([...found.values()]), () => process.exit(0));
