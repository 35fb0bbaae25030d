import { gridDocument } from '@almagest/contracts/grid';
import { literatureDocument } from '@almagest/contracts/literature';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { formatted } from './checkout.ts';

/** The documents of the services, by the file that each is committed as. */
const OPENAPI_DOCUMENTS = {
  'docs/openapi/grid.json': gridDocument,
  'docs/openapi/literature.json': literatureDocument,
} as const;

type DocumentFile = keyof typeof OPENAPI_DOCUMENTS;
export const DOCUMENT_FILES = Object.keys(OPENAPI_DOCUMENTS) as DocumentFile[];

/** The text of a document as it is committed. */
export async function renderOpenApi(file: DocumentFile): Promise<string> {
  return await formatted(file, JSON.stringify(OPENAPI_DOCUMENTS[file](), undefined, 2));
}

/** The file with the TypeScript types of a document. */
export function typesFileOf(file: DocumentFile): string {
  return file.replace(/\.json$/, '.d.ts');
}

/** The TypeScript types of a committed document. They are made from it alone, as a stranger would make them. */
export async function renderTypes(file: DocumentFile, document: string): Promise<string> {
  const nodes = await openapiTypes(JSON.parse(document) as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  const head =
    '// Written by `npm run docs` with openapi-typescript from the document beside it. Change neither by hand.\n';
  return await formatted(typesFileOf(file), head + astToString(nodes));
}
