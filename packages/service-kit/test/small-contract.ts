import { closedObject, defineOperations } from '@almagest/contracts';
import Type from 'typebox';

const about = { tag: 'test', summary: 'test', role: 'public', statuses: [] } as const;
const Body = closedObject({ n: Type.Integer() });
/** One operation for each failure style, and one operation for a supervisor. */
export const operations = defineOperations({
  store: {
    ...about,
    method: 'post',
    path: '/api/things/{name}',
    failures: 'envelope',
    params: Type.Object({ name: Type.String({ maxLength: 5 }) }),
    query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 9 })) }),
    body: Body,
    reply: Type.Unknown(),
  },
  claim: {
    ...about,
    role: 'node',
    method: 'post',
    path: '/api/node/claim',
    failures: 'node',
    body: Body,
    reply: Type.Unknown(),
  },
  readFile: {
    ...about,
    method: 'get',
    path: '/files/{path...}',
    failures: 'text',
    params: Type.Object({ path: Type.String() }),
    reply: 'text/plain',
  },
  readHealth: {
    ...about,
    method: 'get',
    path: '/healthz',
    failures: 'text',
    reply: Type.Unknown(),
  },
});
export type Operations = typeof operations;
