import { statements } from '@almagest/service-kit/statements';

/** Records the source file of the Markdown, whether it is outdated, and the error of the last parse. */
export const migration = statements([
  `alter table paper
     -- The type of the last upload.
     add uploaded_last text check (uploaded_last in ('html', 'pdf')),
     -- Location of the file from which the Markdown was made.
     add markdown_source text,
     -- The file was replaced. The Markdown is kept but hidden until the next parse.
     add markdown_outdated boolean not null default false,
     add parse_error text`,
  // Until now the HTML was parsed if there was one.
  `update paper set markdown_source = case
       when html_location not like 'error:%' then html_location
       when pdf_location not like 'error:%' then pdf_location end
     where markdown_location is not null`,
]);
