import { API_VERSION, openApiDocument } from '../openapi.ts';
import { nodeOperations } from './nodes.ts';
import { pointOperations } from './points.ts';
import { seedOperations } from './seeds.ts';
import { serviceOperations } from './service.ts';
import { taskOperations } from './tasks.ts';
import { workflowOperations } from './workflows.ts';

export * from './nodes.ts';
export * from './points.ts';
export * from './seeds.ts';
export * from './service.ts';
export * from './tasks.ts';
export * from './vocabulary.ts';
export * from './workflows.ts';

/**
 * Every operation of the grid coordinator. The operations that nodes call most come first, because routers match in
 * this order.
 */
export const gridOperations = {
  ...taskOperations,
  ...nodeOperations,
  ...serviceOperations,
  ...seedOperations,
  ...workflowOperations,
  ...pointOperations,
};

/** The document that the coordinator serves as `/openapi.json`; `docs/openapi/grid.json` is the same. */
export function gridDocument() {
  return openApiDocument('Almagest grid coordinator', API_VERSION, gridOperations);
}
