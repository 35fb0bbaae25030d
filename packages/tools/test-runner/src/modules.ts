import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const GLOBALS = import.meta.resolve('./globals.ts');
const MARK = 'test-file';

/**
 * Loads sources and libraries once per process. Test files, and modules that they share in folders called `test`, are
 * loaded again for each file, because they register hooks with the file that is loading.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    const resolved = next(specifier, context);
    const mark = markOf(context.parentURL);
    const shared = !resolved.url.includes('/test/') || resolved.url.includes('/node_modules/');
    return mark === null || shared ? resolved : { ...resolved, url: `${resolved.url}?${MARK}=${mark}` };
  },
});

function markOf(url: string | undefined): string | null {
  return url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get(MARK);
}

let files = 0;

export async function loadTestFile(path: string): Promise<void> {
  files += 1;
  await import(`${pathToFileURL(path).href}?${MARK}=${files}`);
}

/** Cleans up a stack trace: plain paths, without markers and the runner's own lines. */
export function readable(stack: string): string {
  return stack
    .replaceAll(new RegExp(`\\?${MARK}=\\d+`, 'g'), '')
    .replaceAll('file://', '')
    .split('\n')
    .filter((line) => !line.includes(`${import.meta.dirname}/`))
    .join('\n');
}
