import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type Plugin, type UserConfig } from 'vite';

export interface WebAppBuild {
  readonly root: string;
  /** The path under which the service serves these files. */
  readonly base: string;
  /** The output folder, from which the service reads in a checkout and in an image. `--outDir` replaces it. */
  readonly output: string;
  /** The service's address for `npm run dev`. */
  readonly api: string;
  /** A regular expression for paths that go to the service. */
  readonly proxied: string;
}

/** Configures how web applications are built, and served during development. */
export function webAppConfig({ root, base, output, api, proxied }: WebAppBuild): UserConfig {
  return {
    root,
    base,
    plugins: [react(), precompress()],
    // Uses the sources of workspace packages.
    resolve: { conditions: ['@almagest/source', ...defaultClientConditions] },
    build: {
      outDir: output,
      emptyOutDir: true,
      assetsDir: '.',
      // The content security policy forbids `data:` addresses.
      assetsInlineLimit: 0,
      // Lists the licences of all bundled packages.
      license: { fileName: 'licenses.md' },
      target: 'baseline-widely-available',
    },
    // Workers use module imports, like pages.
    worker: { format: 'es' },
    server: { proxy: { [proxied]: api } },
  };
}

/** The best compression takes most of a build's time. Quick compression makes the files a tenth larger. */
const QUALITY = process.env['QUICK_BUILD'] === undefined ? constants.BROTLI_MAX_QUALITY : 9;

/** Adds compressed copies of all text files, because they are built once and sent often. */
function precompress(): Plugin {
  let output = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      output = resolve(root, build.outDir);
    },
    closeBundle: async () => {
      const names = (await readdir(output)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(names.map(async (name) => await compress(join(output, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }));
}
