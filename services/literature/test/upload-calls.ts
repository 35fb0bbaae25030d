import type { StandardPaper } from '@almagest/contracts/literature';
import type { World } from './world.ts';

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
export const SENTENCE = 'The wind of the star was measured in six nights with the same instrument. ';
export const HTML = Buffer.from(
  `<!DOCTYPE html><html><head><title>By hand</title></head><body><h1>By hand</h1><p>${SENTENCE.repeat(8)}</p></body></html>`,
);

export type Parts = Readonly<Record<string, string | Buffer | undefined>>;

/** Sends a form. Strings become fields, and buffers become files. */
export function sendUpload(world: World, parts: Parts) {
  const call = world.call('post', '/api/upload');
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Buffer) void call.attach(name, part, 'upload');
    else if (part !== undefined) void call.field(name, part);
  }
  return call;
}

export async function uploadTo(
  world: World,
  bibcode: string,
  type: 'pdf' | 'html',
  file: Buffer,
): Promise<StandardPaper> {
  return (await sendUpload(world, { bibcode, type, file }).expect(200)).body as StandardPaper;
}
