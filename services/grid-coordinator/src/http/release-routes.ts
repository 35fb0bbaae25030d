import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReleaseFile, releaseOperations } from '@almagest/contracts/grid';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request, Response } from 'express';
import { answerSsap } from '../application/releases/answer-ssap.ts';
import { interpolateReleased, type InterpolateReleasedDeps } from '../application/releases/interpolate-released.ts';
import {
  findPublished,
  findShown,
  readCoverage,
  requireSpectrum,
  type PublicDeps,
  type PublishedRelease,
} from '../application/releases/find-published.ts';
import {
  listReleases,
  publishRelease,
  readRelease,
  releaseOf,
  withdrawRelease,
  type ReleaseDeps,
} from '../application/releases/manage-releases.ts';
import { plotSpectrum, spectraTable, spectrumTable } from '../application/releases/write-spectrum.ts';
import { dataCite, releaseBibtex, releaseCitation } from '../domain/releases/citation.ts';
import {
  availability,
  capabilities,
  resourceRecord,
  tableSet,
  type ServiceFacts,
} from '../domain/releases/service-documents.ts';
import { MEDIA_TYPES } from '../domain/releases/ssap-query.ts';
import type { Caller } from './authentication.ts';
import { releasePage, releasesPage, withdrawnPage } from './pages/release-page.ts';
import { done, envelope } from './replies.ts';
import { sendContent } from './send-content.ts';

type Deps = ReleaseDeps & PublicDeps & InterpolateReleasedDeps;

/** How long caches may keep a page. A page changes when a newer version is published or this version is withdrawn. */
const PAGE_CACHE = 'public, max-age=300';

/** The files of a release never change, but the release may be withdrawn. */
const FILE_CACHE = 'public, max-age=3600';

export function releaseRoutes(deps: Deps): Handlers<typeof releaseOperations, Caller> {
  return {
    listReleases: async () => envelope(await listReleases(deps)),
    readRelease: async ({ params }) => envelope(await readRelease(deps, params)),
    publishRelease: async ({ params, body }) =>
      envelope(await publishRelease(deps, params.name, body), `${body.slug} ${body.version} is being built`),
    withdrawRelease: ({ params, body }) =>
      done(withdrawRelease(deps, params, body.note), `${params.slug} ${params.version} is withdrawn`),
    ...pageRoutes(deps),
    ...fileRoutes(deps),
    ...serviceRoutes(deps),
  };
}

type Pages = 'showReleases' | 'showLatestRelease' | 'showRelease';

function pageRoutes(deps: Deps): Handlers<Pick<typeof releaseOperations, Pages>, Caller> {
  const show = async (req: Request, res: Response, slug: string, version: string, spectrum?: number) => {
    const row = await findShown(deps, slug, version);
    if (row.content === null || row.status === 'withdrawn') {
      sendText(res.status(410), 'text/html', withdrawnPage(releaseOf(row)));
      return;
    }
    const release = { ...row, content: row.content };
    const number = spectrum ?? (release.content.spectra > 0 ? 1 : undefined);
    const page = releasePage({
      release,
      coverage: await readCoverage(deps, release),
      spectrum: number === undefined ? undefined : await requireSpectrum(deps, release, number),
      page: pageOf(deps, req, release),
      service: serviceOf(deps, req, release),
    });
    sendText(res, 'text/html', page);
  };
  return {
    showReleases: async ({ res }) => {
      if (!deps.publicReleases) throw new Refusal('unknown', 'no grids are published here: PUBLIC_RELEASES is off');
      sendText(
        res,
        'text/html',
        releasesPage((await listReleases(deps)).filter(({ status }) => status === 'published')),
      );
    },
    showLatestRelease: async ({ params, res }) => {
      const { slug, version } = await findShown(deps, params.slug);
      res.setHeader('Cache-Control', PAGE_CACHE);
      res.redirect(302, `/releases/${slug}/${version}`);
    },
    showRelease: ({ params, query, req, res }) =>
      show(req, res, params.slug, params.version, query.spectrum === undefined ? undefined : Number(query.spectrum)),
  };
}

type Files = 'downloadReleaseFile' | 'downloadReleaseSpectrum';

function fileRoutes(deps: Deps): Handlers<Pick<typeof releaseOperations, Files>, Caller> {
  return {
    downloadReleaseFile: async ({ params, req, res }) => {
      const release = await findPublished(deps, params.slug, params.version);
      await sendReleaseFile(deps, release, params.file, req, res);
    },
    downloadReleaseSpectrum: async ({ params, res }) => {
      const release = await findPublished(deps, params.slug, params.version);
      const [number = '', format = ''] = params.spectrum.split('.');
      const spectrum = await requireSpectrum(deps, release, Number(number));
      const file = deps.releases.pathOf(release.content.archive_sha256);
      const name = `${release.slug}-${release.version}-${number}.${format}`;
      if (format === 'txt' || format === 'fits') {
        const part =
          format === 'txt' ? [spectrum.text_at, spectrum.text_bytes] : [spectrum.fits_at, spectrum.fits_bytes];
        const [at = 0, bytes = 0] = part;
        const etag = `"${spectrum.sha256}-${format}"`;
        await sendPart(res, file, { at, bytes, etag, type: MEDIA_TYPES[format], name });
      } else if (format === 'vot') {
        await sendPieces(res, MEDIA_TYPES.vot, spectrumTable(release, spectrum, file), name);
      } else {
        res.setHeader('Cache-Control', FILE_CACHE);
        res.type('image/svg+xml').send(await plotSpectrum(release, spectrum, file));
      }
    },
  };
}

async function sendReleaseFile(
  deps: Deps,
  release: PublishedRelease,
  file: ReleaseFile,
  req: Request,
  res: Response,
): Promise<void> {
  const { content, slug, version, metadata } = release;
  const cited = { slug, version, metadata, asOf: content.as_of };
  const path = deps.releases.pathOf(content.archive_sha256);
  const name = `${slug}-${version}-${file}`;
  const part = (type: string, { at, bytes, sha256 }: { at: number; bytes: number; sha256: string }, as = name) =>
    sendPart(res, path, { at, bytes, etag: `"${sha256}"`, type, name: as });
  switch (file) {
    case 'archive.tar':
      return await part(
        'application/x-tar',
        { at: 0, bytes: content.archive_bytes, sha256: content.archive_sha256 },
        `${slug}-${version}.tar`,
      );
    case 'points.csv':
      return await part('text/csv', content.points_csv);
    case 'points.parquet':
      return await part('application/vnd.apache.parquet', content.points_parquet);
    case 'spectra.csv':
      return await sendPieces(res, 'text/csv', spectraTable(deps.db, release.id), name);
    case 'release.json': {
      const { note: _note, workflow: _workflow, ...shown } = releaseOf(release);
      return sendText(res, 'application/json', `${JSON.stringify(shown, null, 2)}\n`);
    }
    case 'datacite.json':
      return sendText(res, 'application/json', `${JSON.stringify(dataCite(cited), null, 2)}\n`);
    case 'CITATION.cff':
      return sendText(res, 'text/plain', releaseCitation(cited));
    case 'citation.bib':
      return sendText(res, 'text/plain', releaseBibtex(cited, pageOf(deps, req, release)));
  }
}

type Services = Exclude<
  keyof typeof releaseOperations,
  Pages | Files | 'listReleases' | 'readRelease' | 'publishRelease' | 'withdrawRelease'
>;

function serviceRoutes(deps: Deps): Handlers<Pick<typeof releaseOperations, Services>, Caller> {
  const describe = async (slug: string, req: Request): Promise<ServiceFacts> => {
    const release = await findPublished(deps, slug);
    return {
      slug,
      version: release.version,
      metadata: release.metadata,
      asOf: release.content.as_of,
      publishedAt: (release.published_at ?? release.created_at).toISOString(),
      service: serviceOf(deps, req, release),
      page: pageOf(deps, req, release),
    };
  };
  return {
    querySpectra: async ({ params, req, res }) => {
      const release = await findPublished(deps, params.slug);
      await sendPieces(
        res,
        MEDIA_TYPES.vot,
        answerSsap(deps.db, release, parametersOf(req), pageOf(deps, req, release)),
      );
    },
    interpolateReleased: async ({ params, req, res }) => {
      const release = await findPublished(deps, params.slug);
      sendText(res, MEDIA_TYPES.vot, await interpolateReleased(deps, release, parametersOf(req)));
    },
    readCapabilities: async ({ params, req, res }) =>
      sendText(res, 'text/xml', capabilities(await describe(params.slug, req))),
    readAvailability: async ({ params, res }) => {
      await findPublished(deps, params.slug);
      sendText(res, 'text/xml', availability());
    },
    readTables: async ({ params, res }) => {
      await findPublished(deps, params.slug);
      sendText(res, 'text/xml', tableSet());
    },
    readResource: async ({ params, req, res }) =>
      sendText(res, 'text/xml', resourceRecord(await describe(params.slug, req))),
  };
}

/** Returns the parameters of a query as they were sent. A name may occur several times. */
function parametersOf(req: Request): URLSearchParams {
  return new URL(req.originalUrl, 'http://localhost').searchParams;
}

function origin({ publicUrl }: PublicDeps, req: Request): string {
  return publicUrl ?? `${req.protocol}://${req.get('host') ?? 'localhost'}`;
}

function pageOf(deps: PublicDeps, req: Request, { slug, version }: PublishedRelease): string {
  return `${origin(deps, req)}/releases/${slug}/${version}`;
}

function serviceOf(deps: PublicDeps, req: Request, { slug }: PublishedRelease): string {
  return `${origin(deps, req)}/vo/${slug}`;
}

function sendText(res: Response, type: string, text: string): void {
  res.setHeader('Cache-Control', PAGE_CACHE);
  res.type(type).send(text);
}

/**
 * Sends text as it is written. A fault before the first piece is answered with its own status. A later fault cuts off
 * the answer.
 */
async function sendPieces(res: Response, type: string, pieces: AsyncGenerator<string>, name?: string): Promise<void> {
  const first = await pieces.next();
  res.setHeader('Content-Type', type);
  res.setHeader('Cache-Control', FILE_CACHE);
  if (name !== undefined) res.setHeader('Content-Disposition', `inline; filename="${name}"`);
  const all = async function* () {
    if (first.done !== true) yield first.value;
    yield* pieces;
  };
  if (res.req.method === 'HEAD') res.end();
  else await pipeline(Readable.from(all()), res);
}

interface Part {
  readonly at: number;
  readonly bytes: number;
  readonly etag: string;
  readonly type: string;
  readonly name: string;
}

async function sendPart(res: Response, file: string, { at, bytes, etag, type, name }: Part): Promise<void> {
  const handle = await open(file);
  try {
    await sendContent(res, {
      sizeBytes: bytes,
      etag,
      type,
      cacheControl: FILE_CACHE,
      fileName: name,
      bytes: ({ first, last }) =>
        handle.createReadStream({ start: at + first, end: at + last, autoClose: false }) as AsyncIterable<Buffer>,
    });
  } finally {
    await handle.close();
  }
}
