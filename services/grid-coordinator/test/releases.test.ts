import { createHash } from 'node:crypto';
import type { Release } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importArchive, unpack, filesIn } from './archives.ts';
import { download, givenSpectra, METADATA, publish, PUBLIC, spectrumText } from './release-calls.ts';
import { configYaml, givenRunning, givenWorkflow, openWorld, useWorld, type World } from './world.ts';

const world = useWorld(PUBLIC);
const PAGE = '/releases/sdb-nlte/1.0';
let release: Release;
beforeAll(async () => {
  await givenSpectra(world, 'sdb');
  release = await publish(world, 'sdb');
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('anyone reads the page, the tables, the citation and the archive of a release', async () => {
  expect(release).toMatchObject({ status: 'published', note: null, content: { points: 4, spectra: 4 } });
  const latest = await download(world, '/releases/sdb-nlte');
  expect(String(latest.bytes)).toContain('Hot subdwarfs &lt;in&gt; &quot;NLTE&quot; &amp; more');
  expect(latest.headers.get('cache-control')).toMatch(/^public/);
  expect(String((await download(world, '/releases')).bytes)).toContain(`href="${PAGE}"`);
  const archive = (await download(world, `${PAGE}/files/archive.tar`)).bytes;
  expect(sha256(archive)).toBe(release.content?.archive_sha256);
  const { folder, remove } = unpack(archive);
  const files = filesIn(folder);
  remove();
  for (const table of ['points.csv', 'points.parquet'])
    expect((await download(world, `${PAGE}/files/${table}`)).bytes).toEqual(files.get(`sdb/data/${table}`));
  expect((await download(world, `${PAGE}/files/CITATION.cff`)).bytes).toEqual(files.get('sdb/data/CITATION.cff'));
  expect(String(files.get('sdb/data/CITATION.cff'))).toMatch(/authors:\n {2}- name: "Muster, Maria"\n {4}orcid: /);
  expect(JSON.parse(String((await download(world, `${PAGE}/files/datacite.json`)).bytes))).toMatchObject({
    titles: [{ title: METADATA.title }],
    rightsList: [{ rightsIdentifier: 'CC-BY-4.0' }],
  });
  expect(String((await download(world, `${PAGE}/files/citation.bib`)).bytes)).toContain(
    'author = {Muster, Maria and {The Almagest Collaboration}}',
  );
  const rows = String((await download(world, `${PAGE}/files/spectra.csv`)).bytes)
    .trim()
    .split('\r\n');
  expect(rows).toHaveLength(5);
});

test('a spectrum is served as the engine wrote it, in pieces, and as a plot', async () => {
  const { bytes, headers } = await download(world, `${PAGE}/spectra/1.txt`);
  const texts = [1, 2, 3, 4].map(spectrumText);
  expect(texts).toContain(String(bytes));
  const part = await download(world, `${PAGE}/spectra/1.txt`, { range: 'bytes=10-19' });
  expect([part.status, String(part.bytes)]).toEqual([206, String(bytes).slice(10, 20)]);
  await world
    .anyone('get', `${PAGE}/spectra/1.txt`)
    .set('If-None-Match', headers.get('etag') ?? '')
    .expect(304);
  const plot = await download(world, `${PAGE}/spectra/1.svg`);
  expect(String(plot.bytes)).toMatch(/^<svg .*wavelength in vacuum, Angstrom/s);
  expect((await download(world, `${PAGE}/spectra/5.txt`)).status).toBe(404);
});

describe('queries of the Virtual Observatory', () => {
  const query = async (parameters: string) => {
    const { status, bytes } = await download(world, `/vo/sdb-nlte/ssap?${parameters}`);
    const text = String(bytes);
    return {
      status,
      state: /name="QUERY_STATUS" value="(ERROR|OVERFLOW)"/.exec(text)?.[1] ?? 'OK',
      rows: text.match(/<TR>/g)?.length ?? 0,
      message: /value="ERROR">([^<]*)</.exec(text)?.[1],
      text,
    };
  };

  test.each([
    ['REQUEST=queryData', 12],
    ['request=QUERYDATA&format=fits', 4],
    ['FORMAT=text/plain&TEFF=30000', 2],
    ['FORMAT=votable&TEFF=/31000&LOGG=5.2/', 1],
    ['FORMAT=votable&TEFF=1/2,34000/36000', 2],
    ['FORMAT=votable&BAND=3.9e-7/4.001e-7', 4],
    ['FORMAT=votable&BAND=5e-7/6e-7', 0],
    ['FORMAT=graphic', 0],
    ['FORMAT=votable&POS=10,20&SIZE=1&TIME=2000&UNKNOWN=%ff', 4],
    ['FORMAT=votable&MAXREC=0', 0],
  ])('%s finds %i records', async (parameters, rows) => {
    expect(await query(parameters)).toMatchObject({ status: 200, rows });
  });

  test('records beyond MAXREC are announced', async () => {
    expect(await query('MAXREC=3')).toMatchObject({ rows: 3, state: 'OVERFLOW' });
    expect(await query('MAXREC=12')).toMatchObject({ rows: 12, state: 'OK' });
  });

  test('the identifier of a spectrum finds it', async () => {
    const { text } = await query('FORMAT=votable&TEFF=35000&LOGG=5.5');
    const did = /<TD>(ivo:[^<]+)</.exec(text)?.[1] ?? '';
    expect((await query(`FORMAT=votable&PUBDID=${encodeURIComponent(did)}`)).rows).toBe(1);
    expect((await query('PUBDID=ivo://foreign/x?1')).rows).toBe(0);
  });

  test.each([
    ['TEFF=hot', /TEFF.*not a number/],
    ['TEFF=2/1', /2 is larger than 1/],
    ['BAND=1/2/3', /not a range/],
    ['MAXREC=-1', /MAXREC/],
    ['REQUEST=getData', /REQUEST must be queryData/],
    [`LOGG=${Array.from({ length: 60 }, () => '1').join(',')}`, /more than 50 ranges/],
  ])('%s is answered with an error in a VOTable', async (parameters, message) => {
    expect(await query(parameters)).toMatchObject({
      status: 200,
      state: 'ERROR',
      message: expect.stringMatching(message),
    });
  });

  test('no parameters cause a fault of the service', async () => {
    const name = fc.constantFrom('TEFF', 'logg', 'BAND', 'MAXREC', 'FORMAT', 'PUBDID', 'REQUEST', 'TOP', 'x');
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[-+0-9eE./,;]{0,30}$/),
      fc.constantFrom('1e999', '1e-400/', 'NaN', '../..', "' or 1=1 --", '\0', '9'.repeat(400)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (parameters) => {
        const text = parameters.map(([key, given]) => `${key}=${encodeURIComponent(given.toWellFormed())}`).join('&');
        expect((await query(text)).status).toBe(200);
      }),
      { numRuns: 150 },
    );
  });

  const interpolate = async (parameters: string) =>
    String((await download(world, `/vo/sdb-nlte/interpolate?${parameters}`)).bytes);
  /** Returns the `scale` of a spectrum (`spectrumText`), computed from the flux of its first row. */
  const scaleOf = (table: string) => Number(/<TR><TD>4000<\/TD><TD>([^<]+)</.exec(table)?.[1]) / 1e7;

  test('a spectrum between the points is the geometric mean of the spectra around it', async () => {
    const corners = await Promise.all(
      ['30000&LOGG=5.0', '30000&LOGG=5.5', '35000&LOGG=5.0', '35000&LOGG=5.5'].map(async (at) =>
        scaleOf(await interpolate(`TEFF=${at}`)),
      ),
    );
    expect(corners.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    const middle = await interpolate('teff=30000&LOGG=5.25&unknown=1');
    expect(scaleOf(middle)).toBeCloseTo(Math.sqrt((corners[0] ?? 0) * (corners[1] ?? 0)), 6);
    expect(middle).toContain('<INFO name="creation_type" value="interpolation"/>');
    expect(middle.match(/<INFO name="source" /g)).toHaveLength(2);
    // Two values on an axis are too few to estimate its error.
    expect(middle).toContain('<INFO name="relative_error" value="unknown"/>');
    expect(middle).toContain('<INFO name="error_without_axes" value="logg"/>');
    expect(await query('FORMAT=votable')).toMatchObject({ rows: 4 });
  });

  test.each([
    ['TEFF=30000', /logg is missing/],
    ['TEFF=29999&LOGG=5', /teff 29999 is outside the grid, from 30000 to 35000/],
    ['TEFF=hot&LOGG=5', /TEFF: .*hot.* is not a number/],
    ['TEFF=30000&LOGG=5&METHOD=spline', /METHOD must be auto, linear, cubic/],
    ['TEFF=30000&LOGG=5&PRODUCT=uv', /PRODUCT must be one of/],
  ])('an interpolation with %s is answered with an error in a VOTable', async (parameters, message) => {
    const table = await interpolate(parameters);
    expect(/value="ERROR">([^<]*)</.exec(table)?.[1]).toMatch(message);
  });

  test('the service describes itself', async () => {
    for (const [path, element] of [
      ['capabilities', 'accessURL'],
      ['availability', 'vosi:available'],
      ['tables', 'schema'],
      ['resource', 'identifier'],
    ]) {
      const { status, bytes, headers } = await download(world, `/vo/sdb-nlte/${path}`);
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/xml/)]);
      expect(String(bytes)).toContain(`<${element}`);
    }
  });
});

test('grids are public only if the operator enables it, and unpublished grids never are', async () => {
  const closed = await world.startApi({ PUBLIC_RELEASES: '0' });
  const paths = [
    '/releases',
    '/releases/sdb-nlte',
    PAGE,
    `${PAGE}/files/archive.tar`,
    `${PAGE}/spectra/1.txt`,
    '/vo/sdb-nlte/ssap',
    '/vo/sdb-nlte/interpolate',
  ];
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${closed.url}${path}`)).status));
  await closed.stop();
  expect(statuses).toEqual(paths.map(() => 404));
  for (const path of ['/releases/other', '/releases/sdb-nlte/9.9', '/vo/other/ssap', '/vo/other/interpolate'])
    expect((await download(world, path)).status).toBe(404);
  await world.anyone('get', '/api/releases').expect(401);
  await world.anyone('post', '/api/workflows/sdb/releases').send({}).expect(401);
});

test('a release whose job was lost is built by the sweep', async () => {
  await world.sql(
    `insert into release (slug, version, workflow_id, workflow_name, metadata, touched_at)
     select 'forgotten', '1', id, name, $1, now() - interval '2 minutes' from workflow where name = 'sdb'`,
    [JSON.stringify(METADATA)],
  );
  await until(async () => (await download(world, '/releases/forgotten/1')).status === 200, 'the release to be built');
});

test('a version is published once', async () => {
  const body = { slug: 'sdb-nlte', version: '1.0', metadata: METADATA };
  const { body: reply } = await world.admin('post', '/api/workflows/sdb/releases').send(body).expect(409);
  expect((reply as { message: string }).message).toMatch(/a release never changes: choose another version/);
});

test('only a workflow at rest is published', async () => {
  await givenRunning(world, 'busy', configYaml());
  const body = { slug: 'busy', version: '1.0', metadata: METADATA };
  await world.admin('post', '/api/workflows/busy/releases').send(body).expect(409);
  await world.admin('post', '/api/workflows/none/releases').send(body).expect(404);
  await world
    .admin('post', '/api/workflows/sdb/releases')
    .send({ ...body, slug: 'Ümlaut' })
    .expect(400);
});

test.each([['air', /metadata says that wavelengths are in air, but the spectrum of t\S+ says vacuum/]] as const)(
  'spectra that contradict the metadata are not published: %s',
  async (wavelengths, note) => {
    const failed = await publish(world, 'sdb', { slug: 'wrong', metadata: { ...METADATA, wavelengths } });
    expect(failed).toMatchObject({ status: 'failed', note: expect.stringMatching(note) });
    expect((await download(world, '/releases/wrong/1.0')).status).toBe(404);
    expect(await publish(world, 'sdb', { slug: 'wrong' })).toMatchObject({ status: 'published' });
  },
);

describe('elsewhere', () => {
  let elsewhere: World;
  beforeAll(async () => {
    elsewhere = await openWorld(PUBLIC);
  });
  afterAll(async () => elsewhere.close());

  test('the archive of a release is imported and published with the same checksums', async () => {
    const archive = (await download(world, `${PAGE}/files/archive.tar`)).bytes;
    expect(await importArchive(elsewhere, archive)).toMatchObject({ status: 'done' });
    const copy = await publish(elsewhere, 'sdb');
    expect(copy.content).toEqual(release.content);
    const page = async (from: World) =>
      String((await download(from, PAGE)).bytes).replaceAll(new URL(from.url).host, 'host');
    expect(await page(elsewhere)).toBe(await page(world));
  });
});

/** Returns the hash of everything that a reader of the release can download. */
async function everything(): Promise<string[]> {
  const names = ['archive.tar', 'points.csv', 'points.parquet', 'spectra.csv', 'release.json', 'CITATION.cff'];
  const paths = [
    ...names.map((name) => `${PAGE}/files/${name}`),
    ...[1, 2, 3, 4].flatMap((number) =>
      ['txt', 'fits', 'vot', 'svg'].map((format) => `${PAGE}/spectra/${number}.${format}`),
    ),
    '/vo/sdb-nlte/ssap?MAXREC=100',
    '/vo/sdb-nlte/interpolate?TEFF=31000&LOGG=5.1',
  ];
  return await Promise.all(
    paths.map(async (path) => {
      const { status, bytes } = await download(world, path);
      return `${path} ${status} ${sha256(bytes)}`;
    }),
  );
}

test('a release survives rejection, a new run, deletion, clean-up and a workflow of the same name', async () => {
  const before = await everything();
  const { body } = await world.admin('get', '/api/workflows/sdb/points').expect(200);
  const [point] = (body as { data: { points: { name: string }[] } }).data.points;
  await world
    .admin('post', `/api/workflows/sdb/points/${point?.name}/judgements`)
    .send({ kind: 'rejected', note: 'bad' })
    .expect(200);
  expect(await everything()).toEqual(before);
  await world.admin('delete', '/api/workflows/sdb').expect(200);
  await until(
    async () =>
      (
        await world.sql('select 1 from point p join release r on r.workflow_id = p.workflow_id where r.slug = $1', [
          'sdb-nlte',
        ])
      ).length === 0
        ? true
        : undefined,
    'the points to be purged',
  );
  await givenWorkflow(world, 'sdb', configYaml());
  expect(await everything()).toEqual(before);
  expect(before.every((line) => line.includes(' 200 '))).toBe(true);
});

test('a withdrawn release leaves a page that says why', async () => {
  await world.admin('post', '/api/releases/sdb-nlte/1.0/withdraw').send({ note: 'wrong <line> list' }).expect(200);
  const page = await download(world, PAGE);
  expect([page.status, String(page.bytes)]).toEqual([410, expect.stringContaining('wrong &lt;line&gt; list')]);
  for (const path of [
    `${PAGE}/files/archive.tar`,
    `${PAGE}/spectra/1.txt`,
    '/vo/sdb-nlte/ssap',
    '/vo/sdb-nlte/interpolate',
  ])
    expect((await download(world, path)).status).toBe(410);
  await world.admin('post', '/api/releases/sdb-nlte/1.0/withdraw').send({ note: 'again' }).expect(409);
});
