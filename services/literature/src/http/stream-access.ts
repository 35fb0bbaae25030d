import { listEndedTags, streamTags } from '@almagest/accounts';
import { repeat } from '@almagest/service-kit/repeat';
import type { Response } from 'express';
import { findViewer, type PeopleDeps } from '../application/people/find-viewer.ts';
import type { Viewer } from '../domain/people/access.ts';
import { personOf, type Caller } from './caller.ts';

const CHECK_EVERY_MS = 1_000;

/** Returns whether the caller of an open stream may still read the stream. The built-in account needs no check. */
export type StreamAccess = (() => Promise<boolean>) | undefined;

/**
 * Returns a check for a stream. The check passes while the person's session or key works and the person may see the
 * content of the stream.
 */
export function accessOf(
  { db }: PeopleDeps,
  caller: Caller,
  mayRead: (viewer: Viewer) => Promise<boolean> = () => Promise.resolve(true),
): StreamAccess {
  const person = personOf(caller);
  if (person === undefined) return undefined;
  const tags = streamTags(person);
  return async () => {
    if ((await listEndedTags(db, tags)).length > 0) return false;
    const viewer = await findViewer({ db }, person.id);
    return viewer !== undefined && (await mayRead(viewer));
  };
}

/** Ends a stream soon after its caller has lost access. Repeats a check that throws an error. */
export function endWithAccess(res: Response, access: StreamAccess): void {
  if (access === undefined) return;
  const stop = repeat(CHECK_EVERY_MS, async () => {
    if (!(await access())) res.end();
  });
  res.once('close', () => void stop());
}
