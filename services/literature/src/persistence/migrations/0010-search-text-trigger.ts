import { statements } from '@almagest/service-kit/statements';

/** Updates the search text of papers with a trigger, so that writes by any program update the text. */
export const migration = statements([
  // If the column is generated, it becomes a normal column and keeps its values.
  `alter table paper alter search_text drop expression if exists`,
  `create function set_search_text() returns trigger language plpgsql set search_path from current as $$
     begin
       new.search_text := paper_search_text(new.title, new.authors, new.bibcode, new.doi, new.preprint_id);
       return new;
     end $$`,
  `create trigger set_search_text before insert or update of title, authors, bibcode, doi, preprint_id, search_text
     on paper for each row execute function set_search_text()`,
]);
