import type { targetOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { extractTargets } from '../application/targets/extract-targets.ts';
import { associateTarget, type TargetDeps } from '../application/targets/link-targets.ts';
import { listTargets } from '../application/targets/list-targets.ts';
import { queryTarget } from '../application/targets/query-target.ts';
import { setSourceErrors } from './source-errors-header.ts';

export function targetRoutes(deps: TargetDeps): Handlers<typeof targetOperations, undefined> {
  return {
    queryTarget: ({ query }) => queryTarget(deps, query.name),
    associateTarget: ({ body }) => associateTarget(deps, body),
    extractTargets: async ({ body, res }) => {
      const { targets, failures } = await extractTargets(deps, body);
      setSourceErrors(res, failures);
      return { targets };
    },
    listTargets: ({ query }) => listTargets(deps, query),
  };
}
