import { defineOperations } from '@almagest/contracts';
import { pino } from 'pino';
import Type from 'typebox';
import { BodyMemory } from '../src/http/body-memory.ts';
import { createEdge } from '../src/http/http-edge.ts';
import { listen } from '../src/http/http-server.ts';
import { openMetrics } from '../src/process/metrics.ts';
import { multipartReader, formPartsOf } from '../src/http/multipart.ts';
import { RunningHandlers } from '../src/http/running-handlers.ts';

// A service that accepts forms and JSON. `forms.test.ts` runs it as a separate process to measure its memory.
const memory = new BodyMemory(Number(process.argv[2]));
const about = { tag: 'test', summary: 'test', role: 'public', failures: 'envelope', statuses: [] } as const;
const form = {
  report: { kind: 'text', required: true, description: '' },
  note: { kind: 'text', required: false, description: '' },
  file: { kind: 'binary', required: false, description: '' },
} as const;
const operations = defineOperations({
  sendForm: {
    ...about,
    method: 'post',
    path: '/form',
    form,
    reply: Type.Unknown(),
  },
  sendLooseForm: {
    ...about,
    method: 'post',
    path: '/loose-form',
    form,
    unknownKeys: 'tolerated',
    reply: Type.Unknown(),
  },
  sendJson: {
    ...about,
    method: 'post',
    path: '/json',
    body: Type.Unknown(),
    reply: Type.Unknown(),
  },
  measure: { ...about, method: 'get', path: '/memory', reply: Type.Unknown() },
});

const staged = new Set<object>();
const stage = async (upload: AsyncIterable<Buffer>) => {
  let size = 0;
  const file = { discard: () => void staged.delete(file) };
  staged.add(file);
  try {
    for await (const chunk of upload) size += chunk.length;
  } catch (error) {
    file.discard();
    throw error;
  }
  return { size, file };
};
const answer = (parts: ReturnType<typeof formPartsOf<Awaited<ReturnType<typeof stage>>>>) => {
  parts.discard();
  const lengths = Object.fromEntries(Object.entries(parts.texts).map(([name, text]) => [name, text.length]));
  return { ...lengths, file: parts.upload?.size };
};

const { requests } = openMetrics();
const app = createEdge({
  operations,
  handlers: {
    sendForm: ({ req }) => answer(formPartsOf(req)),
    sendLooseForm: ({ req }) => answer(formPartsOf(req)),
    sendJson: ({ body }) => ({ length: JSON.stringify(body).length }),
    measure: () => {
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      return { used: heapUsed + external, held: memory.bytes, staged: staged.size };
    },
  },
  authenticate: () => undefined,
  describeCaller: () => 'anyone',
  before: {
    sendForm: [multipartReader({ operation: operations.sendForm, stage, memory })],
    sendLooseForm: [multipartReader({ operation: operations.sendLooseForm, stage, memory })],
  },
  running: new RunningHandlers(),
  log: pino({ level: 'silent' }),
  requests,
  trustProxy: undefined,
  bodyLimitBytes: 2 * 1024 * 1024,
  memory,
});
const { port } = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
process.stdout.write(`${port}\n`);
