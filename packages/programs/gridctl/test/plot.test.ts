import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact } from '@almagest/contracts/grid';
import { describe, expect, test } from '@jest/globals';
import { envelope, HttpReply, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, temporaryDirectory } from './world.ts';

const TASKS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const HEAD = '# 1: wavelength in vacuum, Angstrom\n# 2: flux <at the surface>, erg cm-2 s-1 Angstrom-1\n';

const contents = new Map<string, string>();
function artifact(point_name: string, text: string, more: Partial<Artifact> = {}): Artifact {
  const sha256 = createHash('sha256').update(text).digest('hex');
  contents.set(sha256, text);
  const size_bytes = text.length;
  const stored_at = '2026-01-31T12:00:00.000Z';
  const kind = { path: 'spectrum.txt', kind: 'spectrum', product: null };
  return { point_name, task_id: TASKS[0], ...kind, sha256, size_bytes, stored_at, ...more };
}

const rows = (count: number, flux: (row: number) => number) =>
  HEAD + Array.from({ length: count }, (_, row) => `${900 + row} ${flux(row)}\n`).join('');

const COOL = artifact(
  'cool',
  rows(100, (row) => 1 + row / 100),
);
const ALL = [
  artifact(
    'hot',
    rows(100, () => 77),
  ),
  artifact(
    'hot',
    rows(100, (row) => 2 + row / 100),
    { task_id: TASKS[1], stored_at: '2026-02-01T12:00:00.000Z' },
  ),
  COOL,
  artifact('air', rows(9, () => 1).replace('vacuum', 'air')),
  artifact('binary', 'SIMPLE = T'),
  artifact(
    'two',
    rows(9, () => 1),
    { path: 'spectrum/uv.txt', product: 'uv' },
  ),
  artifact(
    'two',
    rows(9, () => 2),
    { path: 'spectrum/ir.txt', product: 'ir' },
  ),
];

function listArtifacts({ query }: ReceivedRequest) {
  const asked = (name: 'kind' | 'product') => query.get(name);
  const artifacts = ALL.filter(
    ({ point_name, kind, product }) =>
      point_name === query.get('point') && kind === asked('kind') && (asked('product') ?? product) === product,
  );
  return envelope({ artifacts, next: null });
}

const downloadArtifact = ({ params }: ReceivedRequest) =>
  new HttpReply(200, params['sha256'] === ALL.at(-1)?.sha256 ? 'another' : contents.get(params['sha256'] ?? ''));

async function plot(...args: string[]) {
  const { url } = await standIn({ listArtifacts, downloadArtifact });
  const file = join(temporaryDirectory(), 'plot.svg');
  const outcome = await gridctl(['--url', url, 'artifacts', 'plot', 'sdb', ...args, '--output', file]);
  return { ...outcome, file, svg: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

/** Returns the vertices of each drawn spectrum, in pixels. */
const linesOf = (svg: string) =>
  [...svg.matchAll(/<path d="M([^"]+)" fill="none" stroke="#/g)].map(([, path = '']) =>
    path.split('L').map((vertex) => vertex.split(',').map(Number)),
  );

describe('artifacts plot', () => {
  test('draws the newest spectrum of each point in one plot, with quantities, units and names', async () => {
    const { code, stdout, stderr, svg, file } = await plot('cool', 'hot');
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringMatching(`^wrote ${file} \\(2 spectra, `)]);
    for (const words of [
      'wavelength in vacuum (Angstrom)',
      'flux &lt;at the surface&gt; (erg cm-2 s-1 Angstrom-1)',
      '>cool<',
      '>hot<',
      '>sdb, spectrum<',
    ])
      expect(svg).toContain(words);
    const [cool = [], hot = []] = linesOf(svg);
    expect([cool.length, hot.length]).toEqual([100, 100]);
    // Both spectra span the full width. The hot spectrum is above the cool spectrum: y counts downward.
    expect(cool.map(([x]) => x)).toEqual(expect.arrayContaining([96, 896]));
    const heights = (line: readonly number[][]) => line.map(([, y = NaN]) => y);
    expect(heights(cool)).toEqual(heights(cool).toSorted((a, b) => b - a));
    expect(Math.max(...heights(hot))).toBeLessThan(Math.max(...heights(cool)));
  });

  test('accepts wavelength limits and a product', async () => {
    const { svg } = await plot('two', '--product', 'uv', '--from', '902', '--to', '905');
    expect(svg).toContain('>sdb, spectrum, uv<');
    // Four rows, plus the nearest row on either side of the range.
    expect(linesOf(svg)[0]?.length).toBe(6);
  });

  test('lists its sources for scripts', async () => {
    const { url } = await standIn({ listArtifacts, downloadArtifact });
    const file = join(temporaryDirectory(), 'plot.svg');
    const json = await gridctl(['--url', url, '--output', 'json', 'artifacts', 'plot', 'sdb', 'cool', '--out', file]);
    const { point_name, task_id, path, sha256 } = COOL;
    expect(JSON.parse(json.stdout)).toEqual({ file, spectra: [{ point_name, task_id, path, sha256 }] });
  });

  test.each([
    ['a point without a spectrum', ['none'], 1, /none has no artifact of kind spectrum/],
    ['several files of one attempt', ['two'], 1, /2 files of kind spectrum \(spectrum\/uv\.txt, spectrum\/ir\.txt\)/],
    ['a file that is not a spectrum', ['binary'], 1, /spectrum\.txt of binary is not a spectrum: line 1/],
    ['wavelengths in air and in vacuum', ['cool', 'air'], 1, /no common axes: cool has .* vacuum.*, air has .* air/],
    ['a file whose checksum differs from the listed checksum', ['two', '--product', 'ir'], 1, /checksum .* differs/],
    ['a range without rows', ['cool', '--from', '1', '--to', '2'], 2, /no flux between 1 and 2. .* cover 900 to 999/],
    ['more spectra than there are colours', 'a b c d e f g h'.split(' '), 2, /at most 7 spectra/],
  ])('refuses %s and writes nothing', async (_what, args, expected, message) => {
    const { code, stderr, svg } = await plot(...args);
    expect([code, stderr, svg]).toEqual([expected, expect.stringMatching(message), '']);
  });
});
