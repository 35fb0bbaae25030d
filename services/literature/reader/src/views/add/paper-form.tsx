import type { NewPaper } from '@almagest/contracts/literature';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import type { ReactNode } from 'react';
import { addMessages } from './messages.ts';
import { TextArea } from './text-area.tsx';
import { useDraft } from './use-draft.ts';

const KINDS = [
  'article',
  'book',
  'inbook',
  'inproceedings',
  'phdthesis',
  'mastersthesis',
  'techreport',
  'misc',
] as const;

export interface PaperFormProps {
  /** The storage name for unsent input. */
  readonly draft: string;
  readonly title?: string;
  /** If this throws, the form keeps its input. */
  readonly onSend: (paper: NewPaper) => Promise<unknown>;
  /** The buttons below the fields. */
  readonly children: ReactNode;
}

export function PaperForm({ draft, title: known = '', onSend, children }: PaperFormProps) {
  const t = useMessages(addMessages);
  const [typedTitle, setTitle] = useDraft(`${draft}.title`);
  const [authors, setAuthors] = useDraft(`${draft}.authors`);
  const [year, setYear] = useDraft(`${draft}.year`);
  const [journal, setJournal] = useDraft(`${draft}.journal`);
  const [kind, setKind] = useDraft(`${draft}.kind`);
  const [doi, setDoi] = useDraft(`${draft}.doi`);
  const [abstract, setAbstract] = useDraft(`${draft}.abstract`);
  const title = typedTitle === '' ? known : typedTitle;
  const doctype = KINDS.find((one) => one === kind) ?? 'article';
  const send = async () => {
    const names = authors.split('\n').map((name) => name.trim());
    await onSend({
      title: title.trim(),
      authors: names.filter((name) => name !== ''),
      doctype,
      pub_journal: journal.trim(),
      doi: doi.trim(),
      abstract: abstract.trim(),
      ...(year === '' ? {} : { year }),
    });
    for (const forget of [setTitle, setAuthors, setYear, setJournal, setKind, setDoi, setAbstract]) forget('');
  };
  return (
    <Form
      className="paper-form"
      onSubmit={() => {
        // `onSend` reports its own errors.
        send().catch(() => undefined);
      }}
    >
      <TextField label={t.byHandTitle} required maxLength={2_000} value={title} onChange={setTitle} />
      <TextArea label={t.authors} rows={3} value={authors} onChange={setAuthors} />
      <div className="row fields">
        <TextField
          label={t.year}
          inputMode="numeric"
          pattern="[12][0-9]{3}"
          maxLength={4}
          value={year}
          onChange={setYear}
        />
        <TextField label={t.journal} maxLength={1_000} value={journal} onChange={setJournal} />
        <SelectField
          label={t.doctype}
          value={doctype}
          options={KINDS.map((one) => [one, t[one]] as const)}
          onChange={setKind}
        />
        <TextField label={t.doi} maxLength={500} value={doi} onChange={setDoi} />
      </div>
      <TextArea label={t.abstract} rows={3} maxLength={100_000} value={abstract} onChange={setAbstract} />
      {children}
    </Form>
  );
}
