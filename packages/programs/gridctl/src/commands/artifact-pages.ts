import type { Artifact, ArtifactsQuery } from '@almagest/contracts/grid';
import type { Context } from '../context.ts';

export type ArtifactFilters = Pick<ArtifactsQuery, 'point' | 'kind' | 'product'> & { readonly task?: string };

/** The largest page that the contract allows. */
const PAGE = 500;

/** Yields the matching artifacts page by page. A grid may have hundreds of thousands of artifacts. */
export async function* artifactPages(
  { client, signal }: Context,
  name: string,
  { point, task, kind, product }: ArtifactFilters,
): AsyncGenerator<readonly Artifact[]> {
  const filters = {
    ...(point === undefined ? {} : { point }),
    ...(task === undefined ? {} : { task_id: task }),
    ...(kind === undefined ? {} : { kind }),
    ...(product === undefined ? {} : { product }),
  };
  for (let after: { readonly after?: string } = {}; ;) {
    const query = { ...filters, limit: PAGE, ...after };
    const { data } = await client.call('listArtifacts', { params: { name }, query }, { signal });
    yield data.artifacts;
    if (data.next === null) return;
    after = { after: data.next };
  }
}
