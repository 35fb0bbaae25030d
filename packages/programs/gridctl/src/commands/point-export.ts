import { writeWhole } from '@almagest/durable-files';
import type { Context } from '../context.ts';
import { EXIT, CommandError, UsageError } from '../errors.ts';
import { writeAtomically } from '../files/atomic-file.ts';
import { bytes } from '../output/wording.ts';
import type { PointFilters } from './point-filters.ts';

export async function exportPoints(
  { client, terminal, signal }: Context,
  name: string,
  filters: PointFilters,
  out: string | undefined,
): Promise<void> {
  if (terminal.json && out === undefined) {
    throw new UsageError('an export is CSV; give --out FILE, or use points list --all --output json');
  }
  const input = { params: { name }, query: filters };
  if (out === undefined) {
    const answer = await client.stream('exportPoints', input, { signal });
    for await (const chunk of client.chunks(answer)) await terminal.data(chunk);
    return;
  }
  let size = 0;
  await writeAtomically(out, async (file) => {
    const answer = await client.stream('exportPoints', input, { signal });
    for await (const chunk of client.chunks(answer)) {
      await writeWhole(file, chunk);
      size += chunk.length;
    }
    // Even an empty export has a heading line, so an empty answer is an error.
    if (size === 0) throw new CommandError(`${client.url} sent an empty file; nothing was written`, EXIT.refused);
  });
  if (terminal.json) await terminal.document({ file: out, bytes: size });
  else terminal.note(`wrote ${out} (${bytes(size)})`);
}
