import { randomBytes } from 'node:crypto';
import { digestOf } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import { atomFeed, type FeedEntry } from '../../domain/alerts/atom-feed.ts';
import {
  findFeed,
  listAlertPapers,
  setFeedDigest,
  type FoundPaper,
} from '../../persistence/alerts/alert-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { findPapers, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { onAlert } from './manage-alerts.ts';

interface Deps {
  readonly db: Db;
}

const KEY_BYTES = 32;
const ENTRIES = 100;
const MAX_SUMMARY_CHARS = 5_000;

/**
 * Creates a feed address with a new key. The previous key stops working. The key is shown once, because only its digest
 * is stored.
 */
export async function createAlertFeed({ db }: Deps, viewer: Viewer, id: number): Promise<{ path: string }> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await onAlert({ db }, viewer, { id, least: 'own' }, async (trx) => await setFeedDigest(trx, id, digestOf(key)));
  // The key is in the query string, because the log contains paths.
  return { path: `/feeds/alert?key=${key}` };
}

export async function deleteAlertFeed({ db }: Deps, viewer: Viewer, id: number): Promise<{ changed: number }> {
  await onAlert({ db }, viewer, { id, least: 'own' }, async (trx) => await setFeedDigest(trx, id, null));
  return { changed: 1 };
}

/** Returns the feed of the alert with this key. `address` is the service's address as the caller sees it. */
export async function readAlertFeed({ db }: Deps, key: string, address: string): Promise<string> {
  const alert = await findFeed(db, digestOf(key));
  if (alert === undefined)
    throw new Refusal('unknown', 'no feed has this address. It may have been revoked. Create a new one');
  const { papers } = await listAlertPapers(db, alert.id, { rows: ENTRIES });
  const rows = await findPapers(
    db,
    papers.map(({ paper_id }) => paper_id),
  );
  const entries = papers.flatMap((found) => {
    const paper = rows.get(found.paper_id);
    return paper === undefined ? [] : [entryOf(found, paper, address)];
  });
  return atomFeed({
    id: `urn:almagest:alert:${alert.id}:${alert.created_at.getTime()}`,
    title: alert.name,
    updated: (papers[0]?.found_at ?? alert.created_at).toISOString(),
    address: `${address}/feeds/alert?key=${key}`,
    entries,
  });
}

function entryOf({ entry_id, found_at }: FoundPaper, paper: PaperRow, address: string): FeedEntry {
  const { bibcode, title, authors, abstract, doi, preprint_id: preprint } = paper;
  const preprintAddress = preprint === '' ? '' : `https://arxiv.org/abs/${preprint}`;
  return {
    id: `urn:uuid:${entry_id}`,
    title: title || bibcode,
    authors,
    summary: abstract.slice(0, MAX_SUMMARY_CHARS),
    published: found_at.toISOString(),
    address: `${address}/read/${encodeURIComponent(bibcode)}`,
    elsewhere: doi === '' ? preprintAddress : `https://doi.org/${encodeURI(doi)}`,
  };
}
