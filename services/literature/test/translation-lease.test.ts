import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startReplica } from './replica.ts';
import { longArticle } from './translation/long-article.ts';
import { asked, blocksOf, givenArticle, read, translate } from './translation/translation-calls.ts';
import { HTML, uploadTo } from './upload-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

let articles = 0;
const TEXTS = 48;

async function givenPaper(key: string): Promise<string> {
  articles += 1;
  const bibcode = await givenArticle(world, key, longArticle(articles).html);
  world.lab.clearRequests();
  return bibcode;
}

/** Requests a translation and returns its result. */
async function begin(bibcode: string): Promise<{ status: number; text: string }> {
  const { status, text } = await world.call('post', '/api/translate').send({ bibcode });
  return { status, text };
}

/** Waits until the model hangs after some texts. */
async function untilItHangs(after: number): Promise<void> {
  await until(() => asked(world).length > after, 'the model to hang');
}

/** Makes the paper look untranslated. The answers of the model are kept. */
async function forget(bibcode: string): Promise<void> {
  const unset = 'translation_location = null, translation_language = null';
  await world.sql(`update paper set ${unset} where bibcode = $1`, [bibcode]);
  world.lab.clearRequests();
}

const STRANGER = '00000000-0000-4000-8000-000000000000';

test.each([
  ['is parsed again', async () => void (await givenArticle(world, 'okonkwo2014', longArticle(99).html))],
  ['gets another file', async (bibcode: string) => void (await uploadTo(world, bibcode, 'html', HTML))],
])('a paper that %s during its translation does not get the old translation', async (_, change) => {
  const bibcode = await givenPaper('okonkwo2014');
  world.lab.setLatency('provider', 100);
  const answer = begin(bibcode);
  await untilItHangs(0);
  await change(bibcode);
  world.lab.setLatency('provider', 0);
  expect(await answer).toEqual({
    status: 409,
    text: `the text of ${bibcode} has changed. Parse it, then translate it again`,
  });
  expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
});

test('a process that has lost the lease of a paper stops without changing the paper', async () => {
  const bibcode = await givenPaper('quist2017');
  world.lab.setFault('provider.chat', { kind: 'timeout', after: 10 });
  const answer = begin(bibcode);
  await untilItHangs(10);
  await world.sql(`update translation_lease set lease_holder = '${STRANGER}'`);
  expect(await answer).toEqual({
    status: 409,
    text: `another process took over the translation of ${bibcode}. Try again`,
  });
  // The process has not released the lease of the new holder.
  expect(await world.sql('select lease_holder from translation_lease')).toEqual([{ lease_holder: STRANGER }]);
  world.lab.clearFaults();
  world.lab.clearRequests();
  await world.sql(`update translation_lease set lease_renewed_at = now() - interval '16 seconds'`);
  await translate(world, bibcode);
  expect(asked(world)).toHaveLength(TEXTS - 10);
  expect(await world.sql('select from translation_lease')).toEqual([]);
});

test('a caller who waits for the lease of a paper that is merged gets a conflict', async () => {
  const bibcode = await givenPaper('tanaka2020');
  await world.sql(
    `insert into translation_lease (paper_id, lease_holder) select id, '${STRANGER}' from paper where bibcode = $1`,
    [bibcode],
  );
  // Idle connections still show their last statement.
  const [before] = await world.sql<{ at: Date }>('select clock_timestamp() as at');
  const answer = begin(bibcode);
  await until(async () => {
    const [row] = await world.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where query like '%translation_lease as lease%' and query not like '%pg_stat_activity%'
         and datname = current_database() and query_start > $1`,
      [before?.at],
    );
    return (row?.n ?? 0) > 0;
  }, 'a waiting caller');
  await world.sql('delete from paper where bibcode = $1', [bibcode]);
  expect(await answer).toEqual({
    status: 409,
    text: `${bibcode} has been merged with another paper. Translate that paper`,
  });
  expect(asked(world)).toEqual([]);
});

test('a truncated answer is requested again, and answers of another model are not used', async () => {
  const bibcode = await givenPaper('zhao2023');
  world.lab.setScript([{ when: 'in layer 31 of run', finish_reason: 'length', text: '恒星' }]);
  const translation = await translate(world, bibcode);
  expect(asked(world)).toHaveLength(TEXTS + 1);
  expect(asked(world).filter(({ body }) => body.includes('it ended early'))).toHaveLength(1);
  expect(blocksOf(translation)).toHaveLength(60);
  const other = await startReplica(world, { CHAT_MODEL: 'lab-vision' });
  await forget(bibcode);
  await translate(other, bibcode);
  expect(asked(world)).toHaveLength(TEXTS);
  await forget(bibcode);
  expect(await translate(world, bibcode)).toBe(translation);
  expect(asked(world)).toEqual([]);
  await other.stop();
});
