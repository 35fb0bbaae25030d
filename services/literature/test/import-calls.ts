import type { ImportReport } from '@almagest/contracts/literature';
import type { World } from './world.ts';

/** Imports a file and returns the report. */
export async function importFile(world: World, content: string | Buffer, format?: string): Promise<ImportReport> {
  const call = world.call('post', '/api/import').attach('file', Buffer.from(content), 'export');
  if (format !== undefined) void call.field('format', format);
  return (await call.expect(200)).body as ImportReport;
}

export async function exportAs(world: World, format: string, query: Record<string, string> = {}): Promise<string> {
  const call = world.call('get', '/api/library/export').query({ format, ...query });
  const { body } = await call.buffer(true).parse((res, done) => {
    const parts: Buffer[] = [];
    res.on('data', (part: Buffer) => parts.push(part));
    res.on('end', () => done(null, Buffer.concat(parts).toString('utf8')));
  });
  return body as string;
}
