import { randomBytes } from 'node:crypto';

/**
 * Returns a UUID of version 7 (RFC 9562), which begins with the time. Ids of tasks that are claimed together are
 * neighbours in an index, so they change few of its pages. Random ids would change a page each.
 */
export function newTaskId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
