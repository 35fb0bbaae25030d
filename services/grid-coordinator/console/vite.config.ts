import { join } from 'node:path';
import { defineConfig } from 'vite';
import { webAppConfig } from '../../../packages/ui/build/web-app.ts';

export default defineConfig(
  webAppConfig({
    root: import.meta.dirname,
    base: '/console/',
    output: join(import.meta.dirname, '../dist/console'),
    // CONSOLE_API names another address.
    api: process.env['CONSOLE_API'] ?? 'http://127.0.0.1:8090',
    proxied: '^/(api|login|logout|docs|openapi)',
  }),
);
