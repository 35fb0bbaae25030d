import { join } from 'node:path';
import type { Service } from './services.ts';

/** Node runs TypeScript by leaving out the types, and takes the workspace's packages from their sources. */
const FROM_SOURCES = ['--conditions=@almagest/source', '--disable-warning=ExperimentalWarning'];

/** The service with its programs run from `src`; API and worker start again when a file that they have loaded changes. */
export function fromSources(service: Service): Service {
  return {
    ...service,
    programs: join(service.programs, '../src'),
    language: 'ts',
    nodeOptions: FROM_SOURCES,
    watched: true,
  };
}
