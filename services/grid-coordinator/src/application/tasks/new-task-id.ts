import { randomUUID } from 'node:crypto';

/**
 * Returns a UUID of version 7 (RFC 9562), which begins with the time. Ids of tasks that are claimed together are
 * neighbours in an index, so they change few pages of the index. With random ids, each id would change a different
 * page.
 */
export function newTaskId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
