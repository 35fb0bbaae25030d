import { readWebApp } from '@almagest/service-kit/web-app';

/** The console. The same relative path from src/http/pages and from dist/http/pages: where infra/local/build-console puts it. */
export const consoleApp = readWebApp({
  name: 'the console',
  folder: new URL('../../../dist/console/', import.meta.url),
  build: 'sh infra/local/build-console',
});
