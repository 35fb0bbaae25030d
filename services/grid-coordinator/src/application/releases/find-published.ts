import { Refusal } from '@almagest/service-kit/refusal';
import type { ReleaseContent } from '@almagest/contracts/grid';
import type { ContentFolder } from '../../files/content-folder.ts';
import type { Db } from '../../persistence/database.ts';
import {
  countByTeffAndLogg,
  findNewest,
  findRelease,
  findSpectrum,
  type ReleaseRow,
} from '../../persistence/releases/release-repository.ts';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';
import { unknownRelease } from './manage-releases.ts';

export interface PublicDeps {
  readonly db: Db;
  readonly releases: ContentFolder;
  /** Whether releases are readable without a login. */
  readonly publicReleases: boolean;
  /** The public address of this service. If undefined, the address in the request is used. */
  readonly publicUrl: string | undefined;
}

export interface PublishedRelease extends ReleaseRow {
  readonly content: ReleaseContent;
}

/**
 * Returns a published or withdrawn release: the given version, or the newest version. Treats unpublished releases as
 * unknown.
 */
export async function findShown(
  { db, publicReleases }: Pick<PublicDeps, 'db' | 'publicReleases'>,
  slug: string,
  version?: string,
): Promise<ReleaseRow> {
  const row = !publicReleases
    ? undefined
    : version === undefined
      ? await findNewest(db, slug)
      : await findRelease(db, { slug, version });
  if (row?.status !== 'published' && row?.status !== 'withdrawn') throw unknownRelease(slug, version);
  return row;
}

/** Like `findShown`, but refuses a withdrawn release with status 410. */
export async function findPublished(
  deps: Pick<PublicDeps, 'db' | 'publicReleases'>,
  slug: string,
  version?: string,
): Promise<PublishedRelease> {
  const row = await findShown(deps, slug, version);
  if (row.status === 'withdrawn') throw withdrawn(row);
  const { content } = row;
  if (content === null) throw new Error(`the published release ${slug} ${row.version} has no content`);
  return { ...row, content };
}

function withdrawn({ slug, version, note }: ReleaseRow): Error {
  return Object.assign(new Error(`${slug} ${version} was withdrawn: ${note ?? ''}`), { status: 410, expose: true });
}

export async function requireSpectrum(
  { db }: Pick<PublicDeps, 'db'>,
  release: ReleaseRow,
  number: number,
): Promise<ReleaseSpectrum> {
  const spectrum = await findSpectrum(db, release.id, number);
  if (spectrum === undefined)
    throw new Refusal('unknown', `${release.slug} ${release.version} has no spectrum ${number}`);
  return spectrum;
}

/** The numbers of spectra by effective temperature and gravity. */
export type Coverage = Awaited<ReturnType<typeof readCoverage>>;

export async function readCoverage({ db }: Pick<PublicDeps, 'db'>, release: ReleaseRow) {
  return await countByTeffAndLogg(db, release.id);
}
