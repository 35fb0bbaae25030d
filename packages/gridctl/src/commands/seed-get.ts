import { basename } from 'node:path';
import { fetchSeed } from '../files/fetch-seed.ts';
import type { Context } from '../context.ts';
import { UsageFault } from '../failures.ts';
import { progressLine } from '../output/progress-line.ts';
import { bytes } from '../output/wording.ts';

export async function getSeed({ client, terminal, signal }: Context, name: string, out: string | undefined) {
  const target = out ?? `${name}.7`;
  // A point's name becomes a file's name here.
  if (out === undefined && basename(target) !== target) throw new UsageFault(`'${name}' cannot be a point's name`);
  const onProgress = (done: number, total: number) => {
    if (!terminal.isLive || total === 0) return;
    const parts = [`${bytes(done)} of ${bytes(total)}`];
    terminal.live(progressLine({ done, total, parts }, terminal.liveWidth));
  };
  const onTrouble = (message: string) => terminal.note(message);
  const seed = await fetchSeed({ client, name, target, signal, onProgress, onTrouble });
  terminal.endLive();
  if (terminal.json) return terminal.document(seed);
  const proof = seed.sha256 === null ? 'not verified: the coordinator gave no checksum' : 'verified';
  terminal.note(seed.unchanged ? `${target} is unchanged` : `wrote ${target} (${bytes(seed.bytes)}, ${proof})`);
}
