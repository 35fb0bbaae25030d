import { join } from 'node:path';
import type { Service } from './services.ts';

/** Node strips the types from TypeScript and loads the workspace's packages from their sources. */
const FROM_SOURCES = ['--conditions=@almagest/source', '--disable-warning=ExperimentalWarning'];

/** Returns the service with its programs run from `src`. */
export function fromSources(service: Service): Service {
  return { ...service, programs: join(service.programs, '../src'), language: 'ts', nodeOptions: FROM_SOURCES };
}
