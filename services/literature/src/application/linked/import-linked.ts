import { recordAudit, withinRequest } from '@almagest/accounts';
import { Lease } from '@almagest/service-kit/lease';
import { pauseSec, REFRESH_SEC, retrySec } from '../../domain/linked/next-run.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import {
  acquireLink,
  endImport,
  listDueLinks,
  stopImport,
  type DueLink,
} from '../../persistence/linked/linked-library-repository.ts';
import { SourceError } from '../../sources/source.ts';
import { PauseError } from '../../sources/zotero/zotero-api.ts';
import { findViewer } from '../people/find-viewer.ts';
import { workLeased, type Ending } from '../work-leased.ts';
import { importScix, type ScixDeps } from './import-scix.ts';
import { importZotero, type ZoteroDeps } from './import-zotero.ts';
import { ImportRun } from './import-run.ts';

export interface LinkDeps {
  readonly db: Db;
  /** Enqueues the import of a linked library. The queue ignores a name that is already enqueued. */
  readonly requestLinked: (library: number, name: string) => void;
}

export interface ImportLinkedDeps extends ZoteroDeps, ScixDeps {
  readonly renewEveryMs: number;
  /** Reports the end of an import to the operator. */
  readonly reportLinked: (end: { library: number; failure: string }) => void;
}

export async function requestDueLinks({ db, requestLinked }: LinkDeps): Promise<void> {
  for (const { id, name } of await listDueLinks(db)) requestLinked(id, name);
}

/** Imports a linked library that is due. If the other service fails, the import stops and resumes later. */
export async function importLinked(deps: ImportLinkedDeps, id: number, processSignal?: AbortSignal): Promise<void> {
  const { db, reportLinked } = deps;
  const lease = new Lease<Ending>();
  const link = await acquireLink(db, id, lease.holder);
  if (link === undefined) return;
  await workLeased(deps, { table: 'linked_library', id }, lease, processSignal, async () => {
    try {
      const failure = await runImport(deps, link, lease);
      reportLinked({ library: id, failure });
    } catch (error) {
      if (lease.endedBy === undefined) throw error;
    }
  });
}

/** Returns why the import stopped. Returns '' if the import is complete. */
async function runImport(deps: ImportLinkedDeps, link: DueLink, lease: Lease<Ending>): Promise<string> {
  const { db } = deps;
  const { holder } = lease;
  const viewer = await findViewer(deps, link.owner_id);
  const attempts = link.attempts + 1;
  const stop = async (failure: string, nextSec: number | null, pause = 0) => {
    await stopImport(db, { id: link.id, holder, failure, attempts, nextSec, pauseSec: pause });
    return failure;
  };
  if (viewer === undefined) return await stop('The account is disabled.', REFRESH_SEC);
  try {
    await asOwner(link, viewer, async () => {
      const run = new ImportRun(db, link, viewer, lease);
      const version = await importAll(deps, run);
      await run.step(async (trx) => {
        await recordAudit(trx, { object: `linked library ${link.id}` });
        await endImport(trx, link.id, { version, nextSec: REFRESH_SEC });
        return {};
      });
    });
    return '';
  } catch (error) {
    if (lease.endedBy !== undefined) throw error;
    if (error instanceof PauseError) {
      const pause = pauseSec(error.askedSec);
      return await stop(error.message, pause, pause);
    }
    if (error instanceof SourceError)
      return await stop(error.message, NEEDS_PERSON.has(error.fault) ? null : retrySec(attempts));
    await stop('The import failed. See the service log.', retrySec(attempts));
    throw error;
  }
}

/** Faults that last until a user or an operator changes a key. */
const NEEDS_PERSON: ReadonlySet<SourceError['fault']> = new Set(['unauthorized', 'not_configured']);

/** Returns the version up to which everything is imported. SciX libraries have no version. */
async function importAll(deps: ImportLinkedDeps, run: ImportRun): Promise<number> {
  if (run.link.kind === 'zotero') return await importZotero(deps, run);
  await importScix(deps, run);
  return 0;
}

/** Runs an import so that the audit log records its changes under the name of the person who linked the library. */
async function asOwner(
  { id, owner_id }: DueLink,
  { name }: Viewer & { readonly name: string },
  work: () => Promise<void>,
): Promise<void> {
  const kind = owner_id === null ? 'built-in' : 'person';
  const actor = { kind, name, accountId: owner_id ?? undefined } as const;
  const context = { actor, address: '', requestId: `linked library ${id}`, operation: 'importLinkedLibrary' };
  await withinRequest(context, work);
}
