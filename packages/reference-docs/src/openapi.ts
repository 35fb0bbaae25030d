import { gridDocument } from '@almagest/contracts/grid';
import { literatureDocument } from '@almagest/contracts/literature';
import { formatted } from './checkout.ts';

/** The documents of the services, by the file that each is committed as. */
export const OPENAPI_DOCUMENTS = {
  'docs/openapi/grid.json': gridDocument,
  'docs/openapi/literature.json': literatureDocument,
} as const;

/** The text of a document as it is committed. */
export async function renderOpenApi(file: keyof typeof OPENAPI_DOCUMENTS): Promise<string> {
  return await formatted(file, JSON.stringify(OPENAPI_DOCUMENTS[file](), undefined, 2));
}
