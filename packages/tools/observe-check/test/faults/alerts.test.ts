import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_SMALL_DISK } from '@almagest/test-kit/small-disk';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clients } from '../clients.ts';
import { metricsIn, metricsOf } from '../metric-names.ts';
import { HAS_PROMETHEUS, startPrometheus, type Prometheus } from '../prometheus.ts';
import { ALERTS } from '../rules.ts';
import { Site, type ProgramName } from '../site.ts';

const CHECKOUT = join(import.meta.dirname, '../../../../..');
const SCRAPED = ['grid-api', 'grid-worker', 'literature-api', 'literature-worker'] as const;
const EVERYTHING: readonly ProgramName[] = [...SCRAPED, 'grid', 'literature'];

let site: Site;
let clients: Clients;
beforeAll(async () => {
  site = await Site.open();
  await site.start(...EVERYTHING);
  clients = new Clients(site);
});
afterAll(async () => {
  await site.close();
});

describe('metrics', () => {
  let known: Set<string>;
  beforeAll(async () => {
    const scrapes = await Promise.all(
      SCRAPED.map(async (name) => await (await fetch(`${site.url(name)}/metrics`)).text()),
    );
    // Prometheus adds these series to each scrape.
    known = metricsOf(['# TYPE up gauge', ...scrapes].join('\n'));
  });

  test.each(ALERTS.map((rule) => [rule.alert, rule] as const))('read by %s exist', (_name, { expr }) => {
    const names = metricsIn(expr);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  const dashboards = join(CHECKOUT, 'infra/observe/grafana/dashboards');
  test.each(readdirSync(dashboards))('read by the dashboard %s exist', (file) => {
    const text = readFileSync(join(dashboards, file), 'utf8');
    const exprs = [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, json = '']) => JSON.parse(json) as string);
    expect(exprs.length).toBeGreaterThan(3);
    expect(exprs.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([]);
  });
});

const where = HAS_PROMETHEUS ? 'Prometheus' : 'Prometheus (SKIPPED: no prometheus on the PATH)';
(HAS_PROMETHEUS ? describe : describe.skip)(`on ${where}`, () => {
  let prometheus: Prometheus;
  const fired = new Set<string>();
  beforeAll(async () => {
    const addresses = Object.fromEntries(Object.entries(site.ports).map(([name, port]) => [name, `127.0.0.1:${port}`]));
    prometheus = await startPrometheus(join(site.folder, 'prometheus'), addresses);
    await until(async () => (await prometheus.up()).length === EVERYTHING.length, 'every scrape to succeed');
    // Some alerts fire before the first scrapes, because their series are still absent.
    await until(async () => (await prometheus.firing()).length === 0, 'all alerts to resolve');
  });
  afterAll(async () => {
    await prometheus.stop();
  });

  /** Calls `provoke` until each of the alerts fires. Fails with the names of the alerts that do not fire. */
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
      throw new Error(`alerts that did not fire: ${[...missing].join(', ')}`, { cause: error });
    });
  }
  const nothing = () => Promise.resolve();
  const SLOW = 400_000;

  test(
    'no alert fires while everything works',
    async () => {
      await clients.openNode();
      let looks = 0;
      await until(async () => {
        await clients.beat();
        await clients.status();
        expect(await prometheus.firing()).toEqual([]);
        return (looks += 1) > 100;
      }, 'a while to pass');
    },
    SLOW,
  );

  test(
    'guessing at passwords',
    async () => {
      await untilFiring(['RequestsRefused'], () => clients.guess());
    },
    SLOW,
  );

  test(
    'a search that its source does not answer, and a question that the model does not answer',
    async () => {
      site.lab.setFault('catalog.search', { kind: 'forbidden' });
      site.lab.setFault('provider.chat', { kind: 'forbidden' });
      await untilFiring(['UpstreamFailing', 'ModelFailing'], async () => {
        await clients.search();
        await clients.askAgent();
      });
      site.lab.clearFaults();
    },
    SLOW,
  );

  test(
    'attempts that all fail',
    async () => {
      await clients.openWorkflow('failing', 40);
      await untilFiring(['AttemptsFailing'], () => clients.failTask());
    },
    SLOW,
  );

  test(
    'a task that runs far longer than its neighbours did',
    async () => {
      await clients.openWorkflow('overrunning', 4);
      await until(async () => (await clients.claim()) !== null, 'a task');
      await site.sql(async (client) => {
        await client.query(`insert into grid.task_duration
          select distinct workflow_id, task_type, wave / 4, 100, 20 from grid.task where status = 'running'
          on conflict do nothing`);
        await client.query(`update grid.task set created_at = created_at - interval '1 day', redelivered_at = null
          where status = 'running'`);
      });
      await untilFiring(['TasksOverrun'], nothing);
      await site.sql((client) => client.query('delete from grid.task_duration'));
    },
    SLOW,
  );

  test(
    'points that require more memory than any node has',
    async () => {
      await clients.openWorkflow('unmatched', 2, ['requirements: {memory_gb: 100000}']);
      await untilFiring(['PointsUnmatched'], () => clients.beat());
      await clients.stopWorkflow('unmatched');
    },
    SLOW,
  );

  test(
    'a receiver of notifications that is down',
    async () => {
      await clients.subscribeNobody();
      await untilFiring(['NotificationsFailing'], nothing);
      await clients.removeSubscriptions();
    },
    SLOW,
  );

  test(
    'requests and jobs that fail because of a damaged schema',
    async () => {
      await site.sql((client) => client.query('alter table grid.point_count_delta rename to hidden'));
      await untilFiring(['RequestsFail', 'JobsFailing'], () => clients.status());
      await site.sql((client) => client.query('alter table grid.hidden rename to point_count_delta'));
      // Start this condition early. The alert takes longest, and no attempt may end until it fires.
      await clients.openWorkflow('stalled', 40);
    },
    SLOW,
  );

  test(
    'a process that crashes again and again',
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
          const waiting = clients.claim();
          await client.query('select pg_sleep(4)');
          await client.query('commit');
          await waiting;
        });
      });
    },
    SLOW,
  );

  (HAS_SMALL_DISK ? test : test.skip)(
    HAS_SMALL_DISK ? 'a disk that is nearly full' : 'a disk (SKIPPED: cannot mount a file system)',
    async () => {
      const filler = `/proc/${site.pidOf('literature-worker')}/root${site.libraryDir}/filler`;
      writeFileSync(filler, Buffer.alloc(15 * 1024 * 1024));
      await untilFiring(['DataFolderNearlyFull'], nothing);
      rmSync(filler);
    },
    SLOW,
  );

  test(
    'nodes that go offline, and a workflow whose tasks are not claimed',
    async () => {
      await untilFiring(['NodesLost', 'WorkflowStalled'], nothing);
    },
    SLOW,
  );

  test(
    'a workflow does not count as stalled while an administrator has paused all claims',
    async () => {
      const isStalled = async () => (await prometheus.firing()).includes('WorkflowStalled');
      await clients.pauseClaims();
      await until(async () => !(await isStalled()), 'the alert to end');
      await clients.resumeClaims();
      await until(isStalled, 'the alert to fire again');
    },
    SLOW,
  );

  test(
    'workers that are killed',
    async () => {
      await clients.beat();
      await until(async () => (await clients.onlineNodes()) > 0, 'the node to be online');
      await site.kill('grid-worker', 'literature-worker');
      await clients.startWorkflow('nobody-expands', 4);
      await clients.startBatch();
      const silent = ['WorkflowNotInitialised', 'HeartbeatsStale', 'BatchStale'];
      await untilFiring(['WorkerDown', 'ScheduleOverdue', 'JobsWaiting', ...silent], nothing);
      await site.start('grid-worker', 'literature-worker');
    },
    SLOW,
  );

  test(
    'the only API of a balancer is killed',
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
    'every alert has been provoked, and none fires after all faults have been removed',
    async () => {
      const unseen = HAS_SMALL_DISK ? [] : ['DataFolderNearlyFull'];
      expect([...fired, ...unseen].sort()).toEqual(ALERTS.map(({ alert }) => alert).sort());
      for (const name of ['failing', 'overrunning', 'stalled', 'nobody-expands']) await clients.stopWorkflow(name);
      await until(async () => {
        await clients.beat();
        await clients.status();
        return (await prometheus.firing()).length === 0;
      }, 'every alert to end');
    },
    SLOW,
  );
});
