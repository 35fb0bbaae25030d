// Writes every document that is made from the code: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { pathOf } from './checkout.ts';
import { CONFIGURATION_FILE, renderConfiguration } from './configuration.ts';

writeFileSync(pathOf(CONFIGURATION_FILE), await renderConfiguration());
