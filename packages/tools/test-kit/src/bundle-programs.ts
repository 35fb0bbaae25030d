import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const CHECKOUT = join(import.meta.dirname, '../../../..');

/** The programs that the fault tests start most often. */
const PROGRAMS = [
  ...['api', 'worker', 'migrate'].flatMap((name) => [
    `services/grid-coordinator/src/${name}`,
    `services/literature/src/${name}`,
  ]),
  'packages/programs/grid-agent/src/main',
];

/**
 * Keeps each module's location in the checkout, because the programs start other processes from there and read files
 * next to their sources.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!/import\.meta\.|__(?:dirname|filename)\b/.test(code)) return null;
    const inModules = code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
    // ES modules that use these names define the names themselves.
    if (/(?:const|let|var) __(?:dirname|filename)\b/.test(code)) return { code: inModules, map: null };
    return {
      code: inModules
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(id)),
      map: null,
    };
  },
};

/** Leaves native modules in their packages, because a bundle cannot contain them. */
const nativeModules: Plugin = {
  name: 'native-modules',
  async resolveId(source, importer) {
    if (source !== '@node-rs/argon2') return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && { id: pathToFileURL(found.id).href, external: 'absolute' };
  },
};

/**
 * Bundles the programs into a folder, each at the path of its source: `services/literature/src/api.mjs`. Empties the
 * folder first.
 */
async function bundlePrograms(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((program) => [program, join(CHECKOUT, `${program}.ts`)])),
    platform: 'node',
    // An optional faster client that is not installed.
    external: ['pg-native'],
    resolve: { conditionNames: ['@almagest/source', 'node', 'module-sync', 'default'] },
    plugins: [nativeModules, ownPlaces],
  });
  await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: bundle-programs FOLDER');
await bundlePrograms(folder);
