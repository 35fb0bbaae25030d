// A program that owns a server. It prints the server's address and then waits until it is stopped or killed.
import { startPostgres, type PostgresOptions } from '@almagest/embedded-postgres';

const options = JSON.parse(process.argv[2] ?? '{}') as PostgresOptions;
const lifeline = setInterval(() => undefined, 60_000);
try {
  const server = await startPostgres({ ...options, log: (line) => console.error(line) });
  console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted, url: server.url() }));
  process.once('SIGTERM', () => {
    clearInterval(lifeline);
    void server.stop();
  });
} catch (error) {
  clearInterval(lifeline);
  console.log(JSON.stringify({ failure: (error as Error).message }));
}
