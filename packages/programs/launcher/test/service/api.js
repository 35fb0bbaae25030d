import { createServer } from 'node:http';
import { failIfRequested, note, stopOnSignal } from './journal.js';

failIfRequested();
const server = createServer((request, response) => {
  response.setHeader('connection', 'close');
  response.end(request.url === '/healthz' ? 'ok' : JSON.stringify(process.env));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => note('start'));
stopOnSignal(() => server.close());
