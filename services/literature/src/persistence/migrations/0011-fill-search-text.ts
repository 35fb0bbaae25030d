import { updateOnline } from '@almagest/service-kit/online-migration';

/** Gives the papers from before the search text theirs; the trigger of 0010 makes it. */
export const migration = updateOnline(`
  update paper set search_text = ''
  where id in (select id from paper where search_text is null order by id limit 500 for update)`);
