import { join } from 'node:path';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { roundsPerSecond, seedWriter, type Handout } from './handout.ts';

/** What the coordinator did in this run, to be held against the library. */
export interface OwnRates {
  readonly claims: number | undefined;
  readonly cycles: number | undefined;
}

/** The same handout through a queue library: jobs taken, and jobs taken and completed with and without the file work. */
export async function measureLibrary(
  site: Site,
  library: { name: string; handout: Handout; filled: string },
  own: OwnRates,
  seconds: number,
): Promise<Row[]> {
  const { name, handout, filled } = library;
  const note = `100 callers in one process, no HTTP; ${filled}`;
  const write = await seedWriter(join(site.folder, `seeds-${name.replaceAll(/\W/g, '-')}`));
  const claims = await roundsPerSecond(handout, seconds, () => Promise.resolve());
  const withFiles = await roundsPerSecond(handout, seconds, async (taken, turn) => {
    await write(turn);
    await taken.finish();
  });
  const bare = await roundsPerSecond(handout, seconds, (taken) => taken.finish());
  const ratio = (what: string, ours: number | undefined, theirs: number): Row[] =>
    ours === undefined
      ? []
      : [
          {
            what,
            value: ours / theirs,
            unit: 'times',
            detail: `ours over HTTP / ${name} in process`,
            ...(name.startsWith('BullMQ') ? { goal: { atLeast: 2 } } : {}),
          },
        ];
  return [
    { what: `${name}: jobs taken`, value: claims, unit: 'jobs/s', detail: note },
    ...ratio('  ratio, claims', own.claims, claims),
    {
      what: `${name}: taken and completed, same file work`,
      value: withFiles,
      unit: 'cycles/s',
      detail: 'every second with a 45 kB file, synced',
    },
    ...ratio('  ratio, cycles', own.cycles, withFiles),
    { what: `${name}: taken and completed, no files`, value: bare, unit: 'cycles/s', detail: '' },
  ];
}
