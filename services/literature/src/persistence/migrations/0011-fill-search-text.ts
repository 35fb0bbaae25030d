import { updateOnline } from '@almagest/service-kit/online-migration';

/** Fills the search text of existing papers. The trigger of 0010 computes it. */
export const migration = updateOnline(`
  update paper set search_text = ''
  where id in (select id from paper where search_text is null order by id limit 500 for update)`);
