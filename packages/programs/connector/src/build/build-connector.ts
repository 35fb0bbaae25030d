import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

export const BROWSERS = ['chromium', 'firefox'] as const;
export type Browser = (typeof BROWSERS)[number];

const PACKAGE = join(import.meta.dirname, '../..');
const SCRIPTS = ['background', 'page', 'popup'];

/** Manifest keys that only one of the browsers knows. */
const OWN_KEYS: Readonly<Record<Browser, object>> = {
  chromium: { background: { service_worker: 'background.js' }, minimum_chrome_version: '120' },
  firefox: {
    background: { scripts: ['background.js'] },
    browser_specific_settings: {
      gecko: {
        id: 'connector@almagest',
        strict_min_version: '140.0',
        // The extension sends page content only to the person's own service.
        data_collection_permissions: { required: ['websiteContent'] },
      },
      gecko_android: { strict_min_version: '142.0' },
    },
  },
};

/** Builds the extension for a browser into a folder. Empties the folder first. */
export async function buildConnector(folder: string, browser: Browser, more: object = {}): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of SCRIPTS) {
    const build = await rolldown({ input: join(PACKAGE, 'src', `${name}.ts`), platform: 'browser' });
    await build.write({ file: join(folder, `${name}.js`), format: 'iife', minify: true });
    await build.close();
  }
  for (const name of ['popup.html', 'popup.css', 'icon.png'])
    await cp(join(PACKAGE, 'static', name), join(folder, name));
  const common = JSON.parse(await readFile(join(PACKAGE, 'static/manifest.json'), 'utf8')) as object;
  const manifest = { ...common, ...OWN_KEYS[browser], ...more };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
