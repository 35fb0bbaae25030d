// Writes every document that is generated from the code: `npm run docs`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathOf, read } from './checkout.ts';
import { CONSOLE_FIELDS_FILE, renderConsoleFields } from './console-fields.ts';
import { CONFIGURATION_FILE, renderConfiguration } from './configuration.ts';
import { PYTHON_CLIENT_DOCUMENT, PYTHON_CLIENT_FILE, renderPythonClient } from './python-client.ts';
import { renderWorkflowSchema, WORKFLOW_SCHEMA_FILE } from './workflow-schema.ts';
import { DOCUMENT_FILES, renderOpenApi, renderTypes, typesFileOf } from './openapi.ts';

writeFileSync(pathOf(CONFIGURATION_FILE), await renderConfiguration());
writeFileSync(pathOf(CONSOLE_FIELDS_FILE), await renderConsoleFields());
mkdirSync(pathOf('docs/schemas'), { recursive: true });
writeFileSync(pathOf(WORKFLOW_SCHEMA_FILE), await renderWorkflowSchema());
mkdirSync(pathOf('docs/openapi'), { recursive: true });
for (const file of DOCUMENT_FILES) {
  const document = await renderOpenApi(file);
  writeFileSync(pathOf(file), document);
  writeFileSync(pathOf(typesFileOf(file)), await renderTypes(file, document));
}
writeFileSync(pathOf(PYTHON_CLIENT_FILE), renderPythonClient(read(PYTHON_CLIENT_DOCUMENT)));
