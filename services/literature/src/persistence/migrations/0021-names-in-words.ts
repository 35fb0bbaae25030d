import { statements } from '@almagest/service-kit/statements';

/**
 * Makes the worker index papers again if an author's name is a stop word (He, So, An). The worker now indexes such
 * names.
 */
export const migration = statements([
  `update paper set words = null
     where in_library_since is not null and exists (
       select from unnest(authors) as author, regexp_split_to_table(author, '[^[:alpha:]]+') as word
       where length(word) > 1 and numnode(plainto_tsquery('english', word)) = 0)`,
]);
