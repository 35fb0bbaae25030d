import { join } from 'node:path';
import { defineConfig } from 'vite';
import { webAppConfig } from '../../../packages/ui/build/web-app.ts';

export default defineConfig(
  webAppConfig({
    root: import.meta.dirname,
    base: '/reader/',
    output: join(import.meta.dirname, '../dist/reader'),
    // Set READER_API to use another service.
    api: process.env['READER_API'] ?? 'http://127.0.0.1:8000',
    proxied: '^/(api|docs|openapi)',
  }),
);
