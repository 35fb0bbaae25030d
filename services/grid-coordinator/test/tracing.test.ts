// Real processes send their traces to a receiver of OTLP over HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { logLineOf, runProgram, type Program } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { useOpened } from '@almagest/test-kit/use-opened';
import { afterAll, expect, test } from '@jest/globals';
import { ADMIN_TOKEN, configYaml, givenNode, givenRunning, useWorld } from './world.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** Opens an OTLP receiver that keeps the text of everything it gets. */
async function openReceiver() {
  const bodies: string[] = [];
  const receive = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req);
    if (req.url === '/v1/traces' && req.headers['content-type'] === 'application/json') bodies.push(body);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((req, res) => void receive(req, res));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({ ...span, process: valueOf(resource.attributes, 'service.name') })),
          ),
        ),
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function valueOf(attributes: readonly Attribute[], key: string): string | number | undefined {
  const { stringValue, intValue } = attributes.find((one) => one.key === key)?.value ?? {};
  return stringValue ?? intValue;
}

/** Prints the name of each OpenTelemetry module that the process loads, except the API, which prom-client loads. */
const WATCH_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(specifier, context, next) {
    if (/^@opentelemetry\\/(?!api$)/.test(specifier)) process.stderr.write('loads ' + specifier + '\\n');
    return next(specifier, context);
  } });`)}`;

const receiver = useOpened(openReceiver);
const world = useWorld({ worker: false });
const programs: Program[] = [];

afterAll(async () => {
  await Promise.all(programs.map((program) => program.kill()));
});

/** Starts a process of the coordinator from its sources, so that its modules can be watched. */
function startProcess(name: 'api' | 'worker', env: Readonly<Record<string, string>>): Program {
  const options = ['--disable-warning=ExperimentalWarning', '--conditions=@almagest/source', '--import', WATCH_MODULES];
  const source = join(import.meta.dirname, `../src/${name}.ts`);
  const program = runProgram([process.execPath, ...options, source], {
    env: { PATH: process.env['PATH'], ...world.env, LOG_LEVEL: 'info', ...env },
  });
  programs.push(program);
  return program;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const AGENT_SPAN = 'b7ad6b7169203331';
const NOTE = 'a note that nobody else may read';

/** Waits until no job waits or runs. Otherwise, a job of another trace would replace the expected job. */
async function untilIdle(port: number): Promise<void> {
  await until(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counts = ['waiting', 'active'].map(
      (state) => new RegExp(`^jobs\\{.*state="${state}".*\\} (\\d+)$`, 'm').exec(metrics)?.[1],
    );
    return counts.every((count) => count === '0');
  }, 'an idle worker');
}

test('a report, its transaction, its statements and the job that it requests are one trace', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  // Sweeps rarely, because a sweep could request the job first.
  const [api, worker] = [startProcess('api', env), startProcess('worker', { ...env, SWEEP_EVERY_MS: '3600000' })];
  const { port } = (await logLineOf(api, 'listening')) as { port: number };
  await logLineOf(worker, 'working');
  const node = await givenNode(world, 'n1');
  const yaml = configYaml({ teff: ['20000', '22000'], logg: ['5.0', '5.5'] });
  // A point of this workflow waits for a seed, so that the worker offers it the model of the other workflow.
  await givenRunning(world, 'waiting', yaml);
  await node.fail(await node.claimSoon());
  await givenRunning(world, 'traced', yaml);
  const task = await until(async () => {
    const claimed = await node.claimSoon();
    return claimed.workflow_name === 'traced' ? claimed : undefined;
  }, 'a task of the traced workflow');
  await untilIdle(port);
  const form = new FormData();
  const { task_id, point_name } = task;
  const values = { converged: true, max_relc: 1e-4, atmosphere_has_nan: false, elapsed_sec: -10 };
  const report = { task_id, point_name, node_id: 'n1', status: 'completed', error_message: NOTE, ...values };
  form.set('report', JSON.stringify(report));
  form.set('seed_file', new Blob(['a model']), 'out.7');
  const answer = await fetch(`http://127.0.0.1:${port}/api/task/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.token}`, traceparent: `00-${TRACE}-${AGENT_SPAN}-01` },
    body: form,
  });
  expect(answer.status).toBe(200);
  const ofTrace = () => receiver.spans().filter(({ traceId }) => traceId === TRACE);
  await until(() => ofTrace().some(({ name }) => name === 'job releaseSeeds'), 'the job of the report');
  await until(() => ofTrace().some(({ name }) => name === 'reportTask'), 'the request');

  const spans = ofTrace();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named('reportTask');
  expect(request).toMatchObject({ parentSpanId: AGENT_SPAN, process: 'grid-api' });
  expect(valueOf(request!.attributes, 'http.response.status_code')).toBe(200);
  const known = new Set([AGENT_SPAN, ...spans.map(({ spanId }) => spanId)]);
  for (const { parentSpanId } of spans) expect(known).toContain(parentSpanId);
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  const transactions = named('transaction').filter((span) => span.process === 'grid-api');
  const statements = spans.filter(({ parentSpanId }) => transactions.some(({ spanId }) => spanId === parentSpanId));
  expect(statements.length).toBeGreaterThan(0);
  for (const { attributes } of statements) expect(valueOf(attributes, 'db.query.text')).toEqual(expect.any(String));
  for (const { spanId } of transactions) {
    const batch = parents.get(spanId);
    expect(named('batch').map((span) => span.spanId)).toContain(batch);
    expect(parents.get(batch!)).toBe(request!.spanId);
  }
  const [job] = named('job releaseSeeds');
  expect(job).toMatchObject({ process: 'grid-worker' });
  expect(named('batch').map(({ spanId }) => spanId)).toContain(job!.parentSpanId);
  expect(spans.some(({ parentSpanId }) => parentSpanId === job!.spanId)).toBe(true);

  // The line of the request and everything that the job logs name the trace.
  await until(() => api.output().includes(`"trace_id":"${TRACE}"`), 'the log line');
  const warning = 'a report has an impossible number, which was replaced. Check the clock and the engine of the node';
  expect(await logLineOf(api, warning)).toMatchObject({ node: 'n1', field: 'elapsed_sec', reported: -10, stored: 0 });
  const all = receiver.bodies.join('\n');
  for (const secret of [node.token, ADMIN_TOKEN, NOTE, 'a model']) expect(all).not.toContain(secret);
  expect([api, worker].map((program) => program.output().includes('loads @opentelemetry/'))).toEqual([true, true]);
});

test('without an endpoint no process loads OpenTelemetry, and no log line names a trace', async () => {
  const [api, worker] = [startProcess('api', {}), startProcess('worker', {})];
  const { port } = (await logLineOf(api, 'listening')) as { port: number };
  await logLineOf(worker, 'working');
  const headers = { traceparent: `00-${TRACE}-${AGENT_SPAN}-01` };
  await fetch(`http://127.0.0.1:${port}/api/status`, { headers });
  await logLineOf(api, 'request');
  for (const program of [api, worker]) expect(program.output()).not.toMatch(/loads @opentelemetry|trace_id/);
});
