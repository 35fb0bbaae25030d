import { statements } from '@almagest/service-kit/statements';

/** Selects a field of an entry. Selects an empty text if the value is a preprint number, such as `abs/1302.6362`. */
const published = (field: string) => `
     case when item->>'${field}' ~* 'arxiv|^abs/|^[0-9]{4}[.][0-9]{4,5}(v[0-9]+)?$|^[a-z-]+([.][a-z-]+)?/[0-9]{7}'
          then '' else coalesce(item->>'${field}', '') end`;

/** Records why papers were merged, and adds the details that distinguish works to existing entries. */
export const migration = statements([
  `alter table paper_merge
     add cause text not null default 'user' check (cause in ('user', 'import', 'source'))`,
  `update source_record s set record = s.record || jsonb_build_object('details', jsonb_build_object(
       'volume', ${published('volume')}, 'issue', coalesce(item->>'issue', ''), 'pages', ${published('pages')},
       'edition', coalesce(item->>'edition', ''), 'number', ${published('number')}))
     from reference r
     where r.paper_id = s.paper_id and s.source = 'user' and not s.record ? 'details'`,
]);
