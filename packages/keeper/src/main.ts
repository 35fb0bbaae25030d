import { Engine } from './engine.ts';
import { Keeper } from './keeper.ts';

const project = process.env['COMPOSE_PROJECT'];
if (project === undefined || project === '') {
  process.stderr.write('COMPOSE_PROJECT is not set\n');
  process.exit(78); // EX_CONFIG of sysexits.h
}

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
// The stream of events would keep the process.
stop.signal.addEventListener('abort', () => process.exit(0));

const say = (msg: string) =>
  void process.stdout.write(`${JSON.stringify({ time: Date.now(), name: 'keeper', msg })}\n`);
const engine = new Engine(process.env['ENGINE_SOCKET'] ?? '/run/docker.sock');
say(`watching over the containers of ${project}`);
await new Keeper({ engine, project, say }).run(stop.signal);
