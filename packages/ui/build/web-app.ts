import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type Plugin, type UserConfig } from 'vite';

export interface WebAppBuild {
  readonly root: string;
  /** The path under which the service serves its files. */
  readonly base: string;
  /** The service reads it from here, in a checkout and in an image. */
  readonly output: string;
  /** Where `npm run dev` finds the service. */
  readonly api: string;
  /** The paths that are the service's, as an expression. */
  readonly proxied: string;
}

/** How each web application is built and served while it is worked on. */
export function webAppConfig({ root, base, output, api, proxied }: WebAppBuild): UserConfig {
  return {
    root,
    base,
    plugins: [react(), precompress(output)],
    // The workspace's packages are built from their sources.
    resolve: { conditions: ['@almagest/source', ...defaultClientConditions] },
    build: {
      outDir: output,
      emptyOutDir: true,
      assetsDir: '.',
      // The policy allows no `data:` addresses.
      assetsInlineLimit: 0,
      // The licences of what the bundle contains.
      license: { fileName: 'licenses.md' },
      target: 'baseline-widely-available',
    },
    // Workers import modules as pages do.
    worker: { format: 'es' },
    server: { proxy: { [proxied]: api } },
  };
}

/** Every text once more, compressed as well as it can be: it is built once and sent often. */
function precompress(output: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: async () => {
      const names = (await readdir(output)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(names.map(async (name) => await compress(join(output, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, best));
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }));
}
