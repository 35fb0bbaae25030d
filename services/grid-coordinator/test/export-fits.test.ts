import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HAS_PYTHON } from '@almagest/test-kit/example-programs';
import { beforeAll, expect, test } from '@jest/globals';
import { fileOf, handOver, listed } from './artifact-calls.ts';
import { givenResults, importArchive, openBag, requestArchive } from './archives.ts';
import { configYaml, givenRunning, useWorld } from './world.ts';

const SPECTRUM =
  '# 1: wavelength in vacuum, Angstrom\n# 2: flux, erg cm-2 s-1 Angstrom-1\n 4000.0 1.5D+03\n 4000.5 2.5-101\n';
const FITS = { query: '?spectra=fits' };

const world = useWorld();
const elsewhere = useWorld();
let archive: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  const node = await givenResults(world, 'sdb');
  await givenRunning(world, 'w', configYaml());
  const task = await node.claimSoon();
  const left = [
    fileOf('uv/spectrum.txt', SPECTRUM, { kind: 'spectrum', product: 'uv' }),
    fileOf('spectrum.txt', 'no numbers'),
  ];
  await handOver(node, task, left);
  await node
    .report(task, { seed: 'a model', artifacts: listed(left), engine_name: 'grey', engine_version: '1.2' })
    .expect(200);
  archive = (await requestArchive(world.url, 'w', FITS)).bytes;
  files = openBag(archive, 'w');
});

const spectra = () => [...files.keys()].filter((path) => path.startsWith('data/spectra/'));

(HAS_PYTHON ? test : test.skip)(
  HAS_PYTHON ? 'another program reads the engine’s spectrum' : 'a reader in Python (SKIPPED: no python3)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fits-'));
    const [path = '', ...others] = spectra();
    expect([path, others]).toEqual([
      expect.stringMatching(/^data\/spectra\/t20000_[^/]+\/[-0-9a-f]{36}\/uv\/spectrum\.fits$/),
      [],
    ]);
    writeFileSync(join(folder, 'spectrum.fits'), files.get(path) ?? '');
    const reader = [join(import.meta.dirname, 'read-fits.py'), join(folder, 'spectrum.fits')];
    const { header, rows } = JSON.parse(execFileSync('python3', reader, { encoding: 'utf8' })) as Record<
      string,
      unknown
    >;
    rmSync(folder, { recursive: true });
    expect(rows).toEqual([
      [4000, 1500],
      [4000.5, 2.5e-101],
    ]);
    expect(header).toMatchObject({
      TTYPE1: 'WAVELENGTH',
      TUNIT1: 'Angstrom',
      TCOMM1: 'wavelength in vacuum',
      TTYPE2: 'FLUX',
      TUNIT2: 'erg cm-2 s-1 Angstrom-1',
      POINT: path.split('/')[2],
      TEFF: '20000.0',
      LOGHE: '-1.0',
      PRODUCT: 'uv',
      ENGINE: 'grey',
      ENGINEV: '1.2',
      ARTIFACT: 'uv/spectrum.txt',
      SRCHASH: createHash('sha256').update(SPECTRUM).digest('hex'),
    });
  },
);

test('a text that is not a spectrum has no FITS file, and the archive says so', () => {
  expect(String(files.get('data/README.md'))).toMatch(
    /1 spectra are also included as FITS files[^]* not text with two columns of numbers have no FITS file: 1\./,
  );
});

test('the same state gives the same bytes, and a download resumes within a FITS file', async () => {
  const again = await requestArchive(world.url, 'w', FITS);
  expect(again.bytes.equals(archive)).toBe(true);
  const first = archive.indexOf('XTENSION') + 700;
  const headers = { Range: `bytes=${first}-`, 'If-Match': again.headers.get('etag') ?? '' };
  const rest = await requestArchive(world.url, 'w', { ...FITS, headers });
  expect([rest.status, rest.bytes.equals(archive.subarray(first))]).toEqual([206, true]);
});

test('such an archive can be imported, and its export is identical', async () => {
  await world.admin('post', '/api/workflows/w/stop');
  const { bytes } = await requestArchive(world.url, 'w', FITS);
  expect(await importArchive(elsewhere, bytes)).toMatchObject({ status: 'done', workflow: 'w' });
  expect((await requestArchive(elsewhere.url, 'w', FITS)).bytes.equals(bytes)).toBe(true);
});
