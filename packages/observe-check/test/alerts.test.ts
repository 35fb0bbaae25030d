import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@almagest/chaos/until';
import { Desk } from './desk.ts';
import { metricsIn, metricsOf } from './metric-names.ts';
import { HAS_PROMETHEUS, startPrometheus, type Prometheus } from './prometheus.ts';
import { ALERTS } from './rules.ts';
import { HAS_SMALL_DISK } from '../../service-kit/test/small-disk.ts';
import { Site, type ProgramName } from './site.ts';

const CHECKOUT = join(import.meta.dirname, '../../..');
const SCRAPED = ['grid-api', 'grid-worker', 'literature-api', 'literature-worker'] as const;
const EVERYTHING: readonly ProgramName[] = [...SCRAPED, 'grid', 'literature'];

let site: Site;
let desk: Desk;
beforeAll(async () => {
  site = await Site.open();
  await site.start(...EVERYTHING);
  desk = new Desk(site);
}, 300_000);
afterAll(async () => {
  await site.close();
}, 60_000);

describe('metrics', () => {
  let known: Set<string>;
  beforeAll(async () => {
    const scrapes = await Promise.all(
      SCRAPED.map(async (name) => await (await fetch(`${site.url(name)}/metrics`)).text()),
    );
    // Of the scrape itself.
    known = metricsOf(['# TYPE up gauge', ...scrapes].join('\n'));
  });

  test.each(ALERTS.map((rule) => [rule.alert, rule] as const))('that %s reads are there', (_name, { expr }) => {
    const names = metricsIn(expr);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  const dashboards = join(CHECKOUT, 'infra/observe/grafana/dashboards');
  test.each(readdirSync(dashboards))('that the dashboard %s reads are there', (file) => {
    const text = readFileSync(join(dashboards, file), 'utf8');
    const exprs = [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, json = '']) => JSON.parse(json) as string);
    expect(exprs.length).toBeGreaterThan(3);
    expect(exprs.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([]);
  });
});

const where = HAS_PROMETHEUS ? 'Prometheus' : 'Prometheus (SKIPPED: there is no prometheus on the PATH)';
(HAS_PROMETHEUS ? describe : describe.skip)(`on ${where}`, () => {
  let prometheus: Prometheus;
  const fired = new Set<string>();
  beforeAll(async () => {
    const addresses = Object.fromEntries(Object.entries(site.ports).map(([name, port]) => [name, `127.0.0.1:${port}`]));
    prometheus = await startPrometheus(join(site.folder, 'prometheus'), addresses);
    await until(async () => (await prometheus.up()).length === EVERYTHING.length, 'every scrape to go well');
    // Before the first scrapes everything is absent.
    await until(async () => (await prometheus.firing()).length === 0, 'all alerts to end');
  }, 300_000);
  afterAll(async () => {
    await prometheus.stop();
  });

  /** Provokes until each of the alerts fires; fails, naming those that do not. */
  async function untilFiring(alerts: readonly string[], provoke: () => Promise<unknown>): Promise<void> {
    const missing = new Set(alerts);
    await until(
      async () => {
        await provoke();
        for (const name of await prometheus.firing()) {
          fired.add(name);
          missing.delete(name);
        }
        return missing.size === 0;
      },
      `${alerts.join(', ')} to fire`,
    ).catch((error: unknown) => {
      throw new Error(`did not fire: ${[...missing].join(', ')}`, { cause: error });
    });
  }
  const nothing = () => Promise.resolve();
  const SLOW = 400_000;

  test(
    'nothing fires while all is well',
    async () => {
      await desk.openNode();
      let looks = 0;
      await until(async () => {
        await desk.beat();
        await desk.status();
        expect(await prometheus.firing()).toEqual([]);
        return (looks += 1) > 100;
      }, 'a while to pass');
    },
    SLOW,
  );

  test(
    'guessing at passwords',
    async () => {
      await untilFiring(['RequestsRefused'], () => desk.guess());
    },
    SLOW,
  );

  test(
    'a search that its source does not answer, and a question that the model does not',
    async () => {
      site.lab.setFault('catalog.search', { kind: 'forbidden' });
      site.lab.setFault('provider.chat', { kind: 'forbidden' });
      await untilFiring(['UpstreamFailing', 'ModelFailing'], async () => {
        await desk.search();
        await desk.askAgent();
      });
      site.lab.clearFaults();
    },
    SLOW,
  );

  test(
    'attempts that fail, all of them',
    async () => {
      await desk.openWorkflow('failing', 40);
      await untilFiring(['AttemptsFailing'], () => desk.failTask());
    },
    SLOW,
  );

  test(
    'requests and jobs that a damaged schema breaks',
    async () => {
      await site.sql((client) => client.query('alter table grid.point_count_delta rename to hidden'));
      await untilFiring(['RequestsFail', 'JobsFailing'], () => desk.status());
      await site.sql((client) => client.query('alter table grid.hidden rename to point_count_delta'));
      // Long before it is looked for: it takes longest, and no attempt ends any more.
      await desk.openWorkflow('stalled', 40);
    },
    SLOW,
  );

  test(
    'a process that dies again and again',
    async () => {
      await untilFiring(['ProcessKeepsDying'], async () => {
        await site.kill('literature-worker');
        await site.start('literature-worker');
        await until(async () => (await prometheus.up()).includes('literature-worker'), 'a scrape of it');
      });
    },
    SLOW,
  );

  test(
    'claims that wait for a lock',
    async () => {
      await untilFiring(['FleetRequestsSlow'], async () => {
        await site.sql(async (client) => {
          await client.query('begin');
          await client.query('lock table grid.node in access exclusive mode');
          const waiting = desk.claim();
          await client.query('select pg_sleep(4)');
          await client.query('commit');
          await waiting;
        });
      });
    },
    SLOW,
  );

  (HAS_SMALL_DISK ? test : test.skip)(
    HAS_SMALL_DISK ? 'a disk that is nearly full' : 'a disk (SKIPPED: nothing may be mounted here)',
    async () => {
      const filler = `/proc/${site.pidOf('literature-worker')}/root${site.libraryDir}/filler`;
      writeFileSync(filler, Buffer.alloc(15 * 1024 * 1024));
      await untilFiring(['DataFolderNearlyFull'], nothing);
      rmSync(filler);
    },
    SLOW,
  );

  test(
    'nodes that fall silent, and a workflow with work that nobody does',
    async () => {
      await untilFiring(['NodesLost', 'WorkflowStalled'], nothing);
    },
    SLOW,
  );

  test(
    'workers that are killed',
    async () => {
      await desk.beat();
      await until(async () => (await desk.onlineNodes()) > 0, 'the node to be online');
      await site.kill('grid-worker', 'literature-worker');
      await desk.startWorkflow('nobody-expands', 4);
      await desk.startBatch();
      const silent = ['WorkflowNotInitialised', 'HeartbeatsStale', 'BatchStale'];
      await untilFiring(['WorkerDown', 'ScheduleOverdue', 'JobsWaiting', ...silent], nothing);
      await site.start('grid-worker', 'literature-worker');
    },
    SLOW,
  );

  test(
    'an API that is killed, alone behind its balancer',
    async () => {
      await site.kill('grid-api');
      await untilFiring(['ApiDown', 'ServiceUnreachable'], nothing);
      await site.start('grid-api');
    },
    SLOW,
  );

  test(
    'a database that is killed',
    async () => {
      await site.killDatabase();
      await untilFiring(['DatabaseUnreachable', 'JobQueueUnreachable'], nothing);
      await site.startDatabase();
    },
    SLOW,
  );

  test(
    'every alert has been provoked, and none fires once all is mended',
    async () => {
      const unseen = HAS_SMALL_DISK ? [] : ['DataFolderNearlyFull'];
      expect([...fired, ...unseen].sort()).toEqual(ALERTS.map(({ alert }) => alert).sort());
      for (const name of ['failing', 'stalled', 'nobody-expands']) await desk.stopWorkflow(name);
      await until(async () => {
        await desk.beat();
        await desk.status();
        return (await prometheus.firing()).length === 0;
      }, 'every alert to end');
    },
    SLOW,
  );
});
