import type { AuditPage } from '@almagest/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { runBatch } from './batch-calls.ts';
import { givenFound, readRecord } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld();
let bibcode: string;

interface Row {
  readonly operation: string;
  readonly detail: object;
}

async function rowsOf(object: string): Promise<Row[]> {
  const { body } = await world.call('get', '/api/audit').query({ object }).expect(200);
  const { events } = body as AuditPage;
  return events.filter((event) => event.object === object).map(({ operation, detail }) => ({ operation, detail }));
}

const send = (path: string, body: object) => world.call('post', path).send(body).expect(200);

beforeAll(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});

describe('the audit log has one row for each change of a paper', () => {
  test('that downloads, parses, translates, links or marks it', async () => {
    await send('/api/download', { bibcode });
    await send('/api/parse', { bibcode });
    await send('/api/translate', { bibcode });
    await send('/api/target/associate', { bibcode, name: 'Vega' });
    await send('/api/no_resource', { bibcode });
    await send('/api/no_resource', { bibcode, clear: true });
    expect(await rowsOf(`paper ${bibcode}`)).toEqual([
      { operation: 'markNoResource', detail: { no_resource: false } },
      { operation: 'markNoResource', detail: { no_resource: true } },
      { operation: 'associateTarget', detail: { linked_targets: [expect.any(Number)] } },
      { operation: 'translatePaper', detail: { translated: 'zh-CN' } },
      { operation: 'parsePaper', detail: { parsed: 'html' } },
      { operation: 'downloadPaper', detail: { downloaded: 'pdf' } },
      { operation: 'downloadPaper', detail: { downloaded: 'html' } },
    ]);
  });

  test('but none for a request that changes nothing', async () => {
    const before = await rowsOf(`paper ${bibcode}`);
    await send('/api/parse', { bibcode });
    await send('/api/translate', { bibcode });
    expect(await rowsOf(`paper ${bibcode}`)).toEqual(before);
  });

  test('records only the start of a batch', async () => {
    const before = await rowsOf(`paper ${bibcode}`);
    expect((await readRecord(world, bibcode)).is_downloaded).toBe(false);
    await runBatch(world, { action: 'download' });
    expect((await readRecord(world, bibcode)).is_downloaded).toBe(true);
    expect(await rowsOf(`paper ${bibcode}`)).toEqual(before);
    const { body } = await world.call('get', '/api/audit').query({ object: 'batch' }).expect(200);
    expect((body as AuditPage).events.map(({ operation }) => operation)).toEqual(['runAssetBatch']);
  });
});
