// Renders the chart for several sets of values, and compares it with Kubernetes' schemas and the compose set-up.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import {
  buildRenderer,
  CAN_RENDER,
  component,
  matches,
  resourcesOf,
  ROOT,
  type Pod,
  type Request,
  type Resource,
} from './chart.ts';
import { composeService, memoryBytes } from './compose-services.ts';
import { expectedConnections } from './expected-connections.ts';
import { schemaErrors, unknownFields } from './kubernetes-schemas.ts';
import { admitted } from './network.ts';
import { MINIMAL, VALUE_SETS } from './value-sets.ts';

let renderer: ReturnType<typeof buildRenderer>;
let rendered: Readonly<Record<string, Resource[]>>;

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'Job']);
const workloads = (resources: readonly Resource[]) => resources.filter(({ kind }) => WORKLOADS.has(kind));
const podOf = ({ spec }: Resource): Pod => spec.template.spec;
const byKind = (resources: readonly Resource[], kind: string) => resources.filter((one) => one.kind === kind);
const named = (resources: readonly Resource[], kind: string, name: string) =>
  resources.find((one) => one.kind === kind && one.metadata.name === name);

const describeChart = CAN_RENDER ? describe : describe.skip;

describeChart('the chart', () => {
  const render = (request: Request) => resourcesOf(renderer.render([request])[0]!);

  beforeAll(() => {
    renderer = buildRenderer();
    const results = renderer.render(Object.values(VALUE_SETS));
    rendered = Object.fromEntries(Object.keys(VALUE_SETS).map((name, index) => [name, resourcesOf(results[index]!)]));
  });

  afterAll(() => renderer.remove());

  describe.each(Object.keys(VALUE_SETS))('with %s', (name) => {
    const all = () => rendered[name]!;

    test('follows the schemas of Kubernetes and uses no unknown fields', async () => {
      expect(await schemaErrors(all())).toEqual([]);
      expect(unknownFields(all())).toBe('');
    });

    test('gives no two resources the same name', () => {
      const names = all().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    });

    test('runs every pod without root, privileges, a writable image or a token of the cluster', () => {
      for (const workload of workloads(all())) {
        const pod = podOf(workload);
        const user = composeUser(component(workload));
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
        });
        for (const container of pod.containers)
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    });

    test('probes every long-running container, and limits its memory as compose does', () => {
      for (const workload of workloads(all())) {
        const [container] = podOf(workload).containers;
        expect(memoryBytes(container!.resources.limits.memory)).toBe(
          memoryBytes(composeService(component(workload)).memory),
        );
        expect(container!.resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
        if (workload.kind === 'Job') continue;
        const probes = [container!.startupProbe, container!.livenessProbe, container!.readinessProbe];
        const expected = expectedProbes(component(workload));
        expect(probes.map((probe) => probe?.httpGet?.path ?? typeof probe?.exec)).toEqual(expected);
        for (const probe of probes)
          if (probe?.httpGet !== undefined)
            expect(container!.ports!.map((port) => port.name)).toContain(probe.httpGet.port);
      }
    });

    test('matches selectors, services, budgets and autoscalers with their pods', () => {
      const selected = (selector: Readonly<Record<string, string>>) =>
        workloads(all()).filter(({ spec }) => matches(selector, spec.template.metadata.labels));
      for (const workload of workloads(all()).filter(({ kind }) => kind !== 'Job'))
        expect(selected(workload.spec.selector.matchLabels)).toEqual([workload]);
      for (const budget of byKind(all(), 'PodDisruptionBudget'))
        expect(selected(budget.spec.selector.matchLabels)).toHaveLength(1);
      for (const service of byKind(all(), 'Service')) {
        const [workload, ...others] = selected(service.spec.selector);
        expect(others).toEqual([]);
        for (const { port, targetPort } of service.spec.ports)
          expect(podOf(workload!).containers[0]!.ports).toContainEqual({ name: targetPort, containerPort: port });
      }
      for (const { spec } of byKind(all(), 'HorizontalPodAutoscaler'))
        expect(named(all(), spec.scaleTargetRef.kind, spec.scaleTargetRef.name)?.spec.replicas).toBeUndefined();
    });

    test('mounts volumes that exist, and finds the file of every secret', () => {
      for (const workload of workloads(all())) {
        const pod = podOf(workload);
        const templates = (workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
        const [container] = pod.containers;
        expect(container!.volumeMounts.map((mount) => mount.name).toSorted()).toEqual(
          [...pod.volumes.map((volume) => volume.name), ...templates].toSorted(),
        );
        const files = pod.volumes.flatMap(({ projected }) =>
          (projected?.sources ?? []).flatMap(({ secret }) => secret.items.map(({ path }) => path)),
        );
        for (const [variable, path] of environmentOf(all(), workload))
          if (variable.endsWith('_FILE')) expect(files.map((file) => `/run/secrets/almagest/${file}`)).toContain(path);
        for (const { persistentVolumeClaim: claim } of pod.volumes)
          if (claim !== undefined && claim.claimName !== 'papers')
            expect(named(all(), 'PersistentVolumeClaim', claim.claimName)?.spec.accessModes).toEqual(['ReadWriteMany']);
        for (const [secret, key] of secretsOf(pod)) {
          const made = named(all(), 'Secret', secret);
          if (!['grid-secrets', 'literature-secrets', 'join'].includes(secret))
            expect(made?.stringData?.[key]).toEqual(expect.any(String));
        }
      }
    });

    test('shows no secret outside of Secrets', () => {
      const made = byKind(all(), 'Secret').flatMap(({ stringData }) => Object.entries(stringData ?? {}));
      const texts = made.filter(([key]) => key !== 'username').map(([, value]) => value);
      const others = JSON.stringify(all().filter(({ kind }) => kind !== 'Secret'));
      expect(others).not.toMatch(/hidden/);
      for (const text of texts) expect(others).not.toContain(text);
      for (const workload of workloads(all()))
        for (const [variable] of environmentOf(all(), workload))
          expect(variable).not.toMatch(/(?:_KEY|TOKEN|PASSWORD|_URL_SECRET|^SMTP_URL|^DATABASE_URL|^REDIS_URL)$/);
    });

    test('admits exactly the connections that are needed', () => {
      expect(admitted(all())).toEqual(expectedConnections(name));
    });
  });

  test('runs the programs of compose on its ports and with its variables', () => {
    const all = rendered['defaults']!;
    for (const name of [
      'grid-api',
      'grid-worker',
      'literature-api',
      'literature-worker',
      'grid-migrate',
      'literature-migrate',
    ]) {
      const workload = workloads(all).find((one) => component(one) === name)!;
      const compose = composeService(name);
      const [container] = podOf(workload).containers;
      expect(container!.args).toEqual(compose.command);
      expect(container!.image).toBe(`${compose.image}:0.3.0`);
      if (name.endsWith('migrate')) continue;
      for (const [variable, value] of environmentOf(all, workload)) {
        expect(compose.environment).toHaveProperty(variable);
        const fixed = compose.environment[variable]!;
        if (!fixed.includes('$')) expect(`${variable}=${value}`).toBe(`${variable}=${fixed}`);
      }
      const [, port] = compose.port;
      if (container!.ports !== undefined) expect(container!.ports[0]!.containerPort).toBe(Number(port));
    }
    const redis = workloads(all).find((one) => component(one) === 'redis')!;
    expect(podOf(redis).containers[0]).toMatchObject({
      image: composeService('redis').image,
      command: composeService('redis').command,
    });
  });

  test('migrates in a Job of the installation, and before an upgrade replaces pods', () => {
    const hook = (one: Resource) => one.metadata.annotations?.['helm.sh/hook'];
    expect(byKind(rendered['defaults']!, 'Job').map(hook)).toEqual([undefined, undefined]);
    expect(byKind(rendered['own servers']!, 'Job').map(hook)).toEqual(['pre-upgrade', 'pre-upgrade']);
    const jobNames = (values: object) => byKind(render({ values }), 'Job').map(({ metadata }) => metadata.name);
    // Jobs are immutable, so each image needs jobs with other names.
    expect(jobNames(MINIMAL)).toEqual(jobNames(MINIMAL));
    for (const name of jobNames({ ...MINIMAL, image: { tag: '9' } })) expect(jobNames(MINIMAL)).not.toContain(name);
  });

  test('creates tokens and passwords once and keeps them in upgrades', () => {
    const values = { postgresql: { cluster: { enabled: true } } };
    const first = render({ values });
    const secrets = byKind(first, 'Secret');
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const cluster = Object.fromEntries(
      secrets.map(({ metadata, stringData }) => [
        metadata.name,
        { data: Object.fromEntries(Object.entries(stringData!).map(([key, text]) => [key, encode(text)])) },
      ]),
    );
    const later = render({ values, isUpgrade: true, cluster: { Secret: cluster } });
    expect(byKind(later, 'Secret')).toEqual(secrets);
    const random = secrets.flatMap(({ stringData }) =>
      ['admin-token', 'api-token', 'password'].flatMap((key) => stringData![key] ?? []),
    );
    expect(random).toHaveLength(5);
    expect(new Set(random).size).toBe(5);
    for (const one of random) expect(one).toMatch(/^[0-9A-Za-z]{48}$/);
    expect(byKind(render({ values }), 'Secret')).not.toEqual(secrets);
  });

  test.each<[string, object]>([
    ['grid.secrets.database-url', {}],
    ['literature.secrets.redis-url', { ...MINIMAL, redis: { enabled: false }, grid: { existingSecret: 'mine' } }],
    ['agents.joinKeySecret', { ...MINIMAL, agents: { enabled: true } }],
  ])('fails with a message if %s is missing', (setting, values) => {
    expect(() => render({ values })).toThrow(`set ${setting}`);
  });

  test('gives Prometheus the alerts and the job names that they use', () => {
    const all = rendered['everything']!;
    const alerts = readFileSync(join(ROOT, 'infra/observe/alerts.yml'), 'utf8');
    const [rule] = byKind(all, 'PrometheusRule');
    expect(rule!.spec.groups).toEqual((load(alerts) as { groups: unknown }).groups);
    const [monitor] = byKind(all, 'ServiceMonitor');
    expect(monitor!.spec['jobLabel']).toBe('app.kubernetes.io/component');
    const { matchLabels } = monitor!.spec.selector;
    const scraped = byKind(all, 'Service').filter(
      (one) => matches(matchLabels, one.metadata.labels) && component(one) !== 'redis',
    );
    expect(scraped.map(component)).toEqual(['grid-api', 'grid-worker', 'literature-api', 'literature-worker']);
    for (const { spec } of scraped) expect(spec.ports.map((port) => port.name)).toEqual(['http']);
    for (const [, job = ''] of alerts.matchAll(/absent\(up\{job="([^"]+)"\}/g))
      expect(scraped.map(component)).toContain(job);
  });

  test('finds a node alive while it renews its own lock', () => {
    const agents = workloads(rendered['everything']!).find((one) => component(one) === 'agents')!;
    const command = podOf(agents).containers[0]!.livenessProbe!.exec!.command.at(-1)!;
    const folder = mkdtempSync(join(tmpdir(), 'agents-'));
    const lock = (number: number) => join(folder, String(number), 'work', 'agent.lock');
    const alive = () => spawnSync('sh', ['-c', command.replaceAll('/data/', `${folder}/`)]).status === 0;
    const own = JSON.stringify({ pid: 7, host: execFileSync('hostname', { encoding: 'utf8' }).trim() });
    for (const number of [1, 2]) mkdirSync(join(folder, String(number), 'work'), { recursive: true });
    expect(alive()).toBe(false);
    writeFileSync(lock(1), JSON.stringify({ pid: 7, host: `not-${hostname().split('').toReversed().join('')}` }));
    expect(alive()).toBe(false);
    writeFileSync(lock(2), own);
    expect(alive()).toBe(true);
    const longAgo = Date.now() / 1_000 - 600;
    utimesSync(lock(2), longAgo, longAgo);
    expect(alive()).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

function composeUser(name: string): number {
  return name === 'redis' ? 999 : 1000;
}

function expectedProbes(name: string): string[] {
  if (name.endsWith('-api')) return ['/healthz', '/healthz', '/readyz'];
  if (name.endsWith('-worker')) return ['/metrics', '/metrics', '/metrics'];
  return ['object', 'object', name === 'redis' ? 'object' : 'undefined'];
}

function environmentOf(all: readonly Resource[], workload: Resource): [string, string][] {
  return podOf(workload).containers.flatMap(({ env = [], envFrom = [] }) => [
    ...env.map(({ name, value = '' }): [string, string] => [name, value]),
    ...envFrom.flatMap(({ configMapRef }) => Object.entries(named(all, 'ConfigMap', configMapRef.name)!.data!)),
  ]);
}

/** Returns the Secrets and keys that a pod mounts. */
function secretsOf(pod: Pod): [string, string][] {
  return pod.volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ secret }) =>
      secret.items.map(({ key }): [string, string] => [secret.name, key]),
    ),
  );
}
