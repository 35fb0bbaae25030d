import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** The coordinator reads it from here, in a checkout and in an image. */
const OUTPUT = join(import.meta.dirname, '../dist/console');

/** Where `npm run dev` serves the API; CONSOLE_API names another address. */
const API = process.env['CONSOLE_API'] ?? 'http://127.0.0.1:8090';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), precompress()],
  // The workspace's packages are built from their sources.
  resolve: { conditions: ['@almagest/source', ...defaultClientConditions] },
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    assetsDir: '.',
    // The policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    // The licences of what the bundle contains.
    license: { fileName: 'licenses.md' },
    target: 'baseline-widely-available',
  },
  server: { proxy: { '^/(api|login|logout|docs|openapi)': API } },
});

/** Every text once more, compressed as well as it can be: it is built once and sent often. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: async () => {
      const names = (await readdir(OUTPUT)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(names.map(async (name) => await compress(join(OUTPUT, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, best));
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }));
}
