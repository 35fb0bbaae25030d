import { join } from 'node:path';
import { defineConfig } from 'vite';
import { webAppConfig } from '../../../packages/ui/build/web-app.ts';

export default defineConfig(
  webAppConfig({
    root: import.meta.dirname,
    base: '/console/',
    output: join(import.meta.dirname, '../dist/console'),
    // Set CONSOLE_API to use another coordinator.
    api: process.env['CONSOLE_API'] ?? 'http://127.0.0.1:8090',
    proxied: '^/(api|login|logout|docs|openapi)',
  }),
);
