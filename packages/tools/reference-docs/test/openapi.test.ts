import { API_VERSION } from '@almagest/contracts';
import { expect, test } from '@jest/globals';
import { breakingChanges, mayBreak, type ApiDocument } from '../src/breaking-changes.ts';
import { read } from '../src/checkout.ts';
import { DOCUMENT_FILES, renderOpenApi, renderTypes, typesFileOf } from '../src/openapi.ts';
import { PYTHON_CLIENT_DOCUMENT, PYTHON_CLIENT_FILE, renderPythonClient } from '../src/python-client.ts';
import { renderWorkflowSchema, WORKFLOW_SCHEMA_FILE } from '../src/workflow-schema.ts';

test.each(DOCUMENT_FILES)(
  '%s is the output of `npm run docs` and the document that the service serves',
  async (file) => {
    const committed = read(file);
    // Don't compare the texts, because a difference would print a megabyte.
    const same = committed === (await renderOpenApi(file));
    expect([file, same]).toEqual([file, true]);
    expect(JSON.parse(committed)).toMatchObject({ openapi: '3.1.0', info: { version: API_VERSION } });
  },
);

test('the schema of workflow configurations is the output of `npm run docs`', async () => {
  expect(read(WORKFLOW_SCHEMA_FILE)).toBe(await renderWorkflowSchema());
});

test.each(DOCUMENT_FILES)('the types of %s are the output of openapi-typescript', async (file) => {
  const same = read(typesFileOf(file)) === (await renderTypes(file, read(file)));
  expect([typesFileOf(file), same]).toEqual([typesFileOf(file), true]);
});

test("the Python client is generated from the coordinator's document by `npm run docs`", () => {
  const same = read(PYTHON_CLIENT_FILE) === renderPythonClient(read(PYTHON_CLIENT_DOCUMENT));
  expect([PYTHON_CLIENT_FILE, same]).toEqual([PYTHON_CLIENT_FILE, true]);
});

test('the Python client rejects an operation with a parameter that it cannot name', () => {
  const parameters = [{ name: 'to', in: 'query', required: false, schema: {} }];
  const operation = { operationId: 'sendTo', summary: '', parameters, responses: {} };
  const document = { info: { version: '1' }, paths: { '/x': { get: operation } }, components: { schemas: {} } };
  expect(() => renderPythonClient(JSON.stringify(document))).toThrow('sendTo has the parameter to');
});

test.each(DOCUMENT_FILES)(
  '%s breaks no caller of the released version, or has a version that allows breaks',
  (file) => {
    const current = JSON.parse(read(file)) as ApiDocument;
    const released = JSON.parse(read(file.replace('openapi/', 'openapi/released/'))) as ApiDocument;
    const broken = mayBreak(released.info.version, current.info.version) ? [] : breakingChanges(released, current);
    // CONTRIBUTING, 'The interfaces and their version', explains what to do about a line here.
    expect(broken).toEqual([]);
  },
);

test('the interfaces and the changelog have the version of the release', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(API_VERSION).toBe(version);
  expect(/^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
