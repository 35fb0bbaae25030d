import { readWebApp } from '@almagest/service-kit/web-app';

/**
 * The folder of the console. infra/local/build-console writes the console to dist/console. The relative path is the
 * same from src and dist.
 */
export const consoleApp = readWebApp({
  name: 'the console',
  folder: new URL('../../../dist/console/', import.meta.url),
  build: 'sh infra/local/build-console',
});
