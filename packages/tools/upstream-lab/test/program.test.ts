import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { afterEach, expect, test } from '@jest/globals';
import { startUpstreamLab, type UpstreamLab } from '../src/index.ts';

const main = join(import.meta.dirname, '../src/main.ts');
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(...args: string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['--conditions=@almagest/source', main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

test('prints the variables that point to it, serves, and exits on SIGTERM', async () => {
  const { child, output } = start('--port', '0', '--bulk', '7', '--latency', 'names=5,mirror=6');
  await until(() => output().includes('UPSTREAM_MIN_INTERVAL_MS='));
  const variables = Object.fromEntries(
    output()
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => line.split('=', 2)),
  );
  const control = /control at (\S+)/.exec(output())?.[1] ?? '';
  await expect((await fetch(control)).json()).resolves.toMatchObject({ latency: { names: 5, mirror: 6, catalog: 0 } });
  const count = await fetch(`${variables['PREPRINT_API_URL']}?search_query=ti:sample&max_results=0`);
  expect(await count.text()).toContain('<opensearch:totalResults>7<');
  child.kill('SIGTERM');
  await expect(once(child, 'exit')).resolves.toEqual([0, null]);
});

test.each([
  [['--port', 'x'], 'a whole number'],
  [['--latency', 'nobody=3'], 'hosts: catalog'],
  [['--colour'], 'unknown option'],
])('rejects %j', async (args, message) => {
  const { child, output } = start(...args);
  await expect(once(child, 'exit')).resolves.toEqual([1, null]);
  expect(output()).toContain(message);
});

/** Starts the laboratory below the ports that systems assign automatically. */
async function startSomewhere(port: number): Promise<{ lab: UpstreamLab; port: number }> {
  try {
    return { lab: await startUpstreamLab({ port, latencyMs: { names: 1 } }), port };
  } catch {
    return startSomewhere(port + 50);
  }
}

test('takes consecutive ports, and leaves none open when one is taken', async () => {
  const { lab, port } = await startSomewhere(20_000 + (process.pid % 200) * 50);
  try {
    const addresses = [lab.url, lab.origins.catalog, lab.origins.preprintApi];
    expect(addresses).toEqual([port, port + 1, port + 2].map((number) => `http://127.0.0.1:${number}`));
    await expect(startUpstreamLab({ port: port - 2 })).rejects.toThrow('EADDRINUSE');
    await expect(fetch(`http://127.0.0.1:${port - 2}/lab`)).rejects.toThrow('fetch failed');
  } finally {
    await lab.close();
  }
});
