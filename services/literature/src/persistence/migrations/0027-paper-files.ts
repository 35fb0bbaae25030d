import { statements } from '@almagest/service-kit/statements';

/** Allows several files per paper. The locations of `paper` name the chosen file of each type. */
export const migration = statements([
  `create table paper_file (
     id integer generated always as identity primary key,
     paper_id integer not null references paper on delete cascade,
     location text collate "C" not null unique,
     type text not null check (type in ('pdf', 'html')),
     version text not null check (version in ('published', 'preprint', 'own', 'unknown')),
     preprint_version integer check (preprint_version > 0),
     label text not null default '',
     is_upload boolean not null,
     added_at timestamptz not null default now(),
     trashed_at timestamptz,
     -- The last translation, and the Markdown of this file from which it was made.
     markdown_location text,
     translation_location text,
     translation_language text,
     check (version = 'preprint' or preprint_version is null))`,
  `create index paper_file_paper on paper_file (paper_id)`,
  `create index paper_file_trashed on paper_file (trashed_at) where trashed_at is not null`,
  `insert into paper_file (paper_id, location, type, version, is_upload, added_at,
                             markdown_location, translation_location, translation_language)
     select id, location, type, case when is_upload then 'own' else 'unknown' end, is_upload, updated_at,
            case when is_read then markdown_location end, case when is_read then translation_location end,
            case when is_read then translation_language end
     from paper,
       lateral (values ('pdf', pdf_location, pdf_uploaded), ('html', html_location, html_uploaded)) as f (type, location, is_upload),
       lateral (select location = markdown_source and translation_location is not null as is_read) as r
     where location not like 'error:%' on conflict do nothing`,
  // Lists each chosen file as a file of its paper, even if a process of the previous version chooses the file.
  `create function list_chosen_file() returns trigger language plpgsql as $$
     begin
       insert into paper_file (paper_id, location, type, version, is_upload)
       select new.id, location, type, case when is_upload then 'own' else 'unknown' end, is_upload
       from (values (new.pdf_location, 'pdf', new.pdf_uploaded), (new.html_location, 'html', new.html_uploaded))
         as f (location, type, is_upload)
       where location not like 'error:%' on conflict do nothing;
       return null;
     end $$`,
  `create trigger list_chosen_file after insert or update of pdf_location, html_location on paper
     for each row when (new.pdf_location is not null or new.html_location is not null)
     execute function list_chosen_file()`,
  // The file whose text the note refers to.
  `alter table note add file_id integer references paper_file on delete set null`,
  `create index note_file on note (file_id) where file_id is not null`,
]);
