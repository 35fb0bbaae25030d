// Tests infra/docker/strip-program.sh, which makes the images small.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../../../../infra/docker/strip-program.sh');
const PDFJS = 'node_modules/.pnpm/pdfjs-dist@6/node_modules/pdfjs-dist';

test('an image keeps programs, our source maps, data and licences, and loses files for developers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strip-'));
  const kept = [
    'package.json',
    'dist/api.js',
    'dist/api.js.map',
    'glossary/terms.csv',
    'node_modules/lib/LICENSE.md',
    'node_modules/lib/dist/main.js',
    'node_modules/@almagest/contracts/dist/main.js.map',
    `${PDFJS}/legacy/build/pdf.mjs`,
    `${PDFJS}/legacy/build/pdf.worker.mjs`,
    `${PDFJS}/standard_fonts/a.pfb`,
  ];
  const lost = [
    'tsconfig.json',
    'dist/api.d.ts',
    'dist/api.d.ts.map',
    'node_modules/lib/README.md',
    'node_modules/lib/src/main.ts',
    'node_modules/lib/dist/main.d.mts',
    'node_modules/lib/dist/main.js.map',
    'node_modules/@almagest/contracts/src/main.ts',
    `${PDFJS}/build/pdf.mjs`,
    `${PDFJS}/legacy/build/pdf.min.mjs`,
  ];
  try {
    for (const file of [...kept, ...lost]) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    execFileSync('sh', [SCRIPT, folder]);
    const left = globSync('{*,dist/**,glossary/**,node_modules/**,node_modules/.pnpm/**}', {
      cwd: folder,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    expect(new Set(left)).toEqual(new Set(kept));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
