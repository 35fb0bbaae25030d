// Writes every document that is made from the code: `npm run docs`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathOf } from './checkout.ts';
import { CONFIGURATION_FILE, renderConfiguration } from './configuration.ts';
import { OPENAPI_DOCUMENTS, renderOpenApi } from './openapi.ts';

writeFileSync(pathOf(CONFIGURATION_FILE), await renderConfiguration());
mkdirSync(pathOf('docs/openapi'), { recursive: true });
for (const file of Object.keys(OPENAPI_DOCUMENTS) as (keyof typeof OPENAPI_DOCUMENTS)[])
  writeFileSync(pathOf(file), await renderOpenApi(file));
