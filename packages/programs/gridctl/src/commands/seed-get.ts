import { basename } from 'node:path';
import { fetchFile } from '../files/fetch-file.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { progressLine } from '../output/progress-line.ts';
import { bytes } from '../output/wording.ts';

export interface GetOptions {
  readonly out?: string;
  readonly workflow?: string;
  readonly version?: string;
}

export async function getSeed(
  { client, terminal, signal }: Context,
  name: string,
  { out, workflow, version }: GetOptions,
) {
  const target = out ?? `${name}.7`;
  // The point's name becomes a file name here.
  if (out === undefined && basename(target) !== target) throw new UsageError(`'${name}' is not a valid point name`);
  const onProgress = (done: number, total: number) => {
    if (!terminal.isLive || total === 0) return;
    const parts = [`${bytes(done)} of ${bytes(total)}`];
    terminal.live(progressLine({ done, total, parts }, terminal.liveWidth));
  };
  const onTrouble = (message: string) => terminal.note(message);
  const which = { ...(workflow === undefined ? {} : { workflow }), ...(version === undefined ? {} : { version }) };
  const seed = await fetchFile({
    client,
    name,
    begin: (extras) => client.stream('downloadSeed', { params: { name }, query: which }, extras),
    target,
    signal,
    onProgress,
    onTrouble,
  });
  terminal.endLive();
  if (terminal.json) return terminal.document(seed);
  const proof = seed.sha256 === null ? 'not verified: the coordinator sent no checksum' : 'verified';
  terminal.note(seed.unchanged ? `${target} is unchanged` : `wrote ${target} (${bytes(seed.bytes)}, ${proof})`);
}
