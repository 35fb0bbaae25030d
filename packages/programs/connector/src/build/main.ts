import { join } from 'node:path';
import { BROWSERS, buildConnector } from './build-connector.ts';

for (const browser of BROWSERS) await buildConnector(join(import.meta.dirname, '../../dist', browser), browser);
