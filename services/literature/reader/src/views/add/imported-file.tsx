import type { ImportedEntry, ImportReport } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { CardTable } from '@almagest/ui/components/card-table';
import { SelectField } from '@almagest/ui/components/field';
import { Pill } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperLink } from '../../paper-link.tsx';
import { addMessages } from './messages.ts';

const PAGE = 50;
const KINDS = { added: 'good', known: 'idle', refused: 'bad' } as const;

export function ImportedFile({ name, report }: { readonly name: string; readonly report: ImportReport }) {
  const t = useMessages(addMessages);
  const { total, added, known, refused, collections_added: collections, notes_added: notes, entries } = report;
  const [isAll, setAll] = useState(false);
  const [most, setMost] = useState(PAGE);
  const shown = isAll ? entries : entries.filter(({ status, messages }) => status === 'refused' || messages.length > 0);
  return (
    <details className="import-report">
      <summary>
        {t.reportTally(total, added, known, refused)}
        {collections + notes === 0 ? '' : ` · ${t.reportMore(collections, notes)}`}
      </summary>
      <SelectField
        label={t.entries}
        value={isAll ? 'all' : 'remarks'}
        options={[
          ['remarks', t.withMessages],
          ['all', t.allEntries],
        ]}
        onChange={(which) => setAll(which === 'all')}
      />
      {shown.length === 0 ? (
        <p className="muted">{t.noRemarks}</p>
      ) : (
        <Entries name={name} entries={shown.slice(0, most)} />
      )}
      {shown.length > most ? (
        <Button onClick={() => setMost(most + PAGE * 4)}>{t.moreEntries(shown.length - most)}</Button>
      ) : null}
    </details>
  );
}

function Entries({ name, entries }: { readonly name: string; readonly entries: readonly ImportedEntry[] }) {
  const t = useMessages(addMessages);
  return (
    <CardTable
      caption={t.report(name)}
      rows={entries}
      keyOf={({ number }) => String(number)}
      columns={[
        { title: t.line, isNumber: true, cell: ({ line }) => line },
        {
          title: t.entry,
          isHead: true,
          cell: ({ title, key, number, bibcode }) => {
            const words = [title, key, String(number)].find((one) => one !== '');
            const shown = <TextWithFormulas text={words ?? ''} />;
            return bibcode === null ? shown : <PaperLink bibcode={bibcode}>{shown}</PaperLink>;
          },
        },
        { title: t.state, cell: ({ status }) => <Pill kind={KINDS[status]}>{t[status]}</Pill> },
        {
          title: t.remarks,
          isWide: true,
          cell: ({ messages }) => (
            <ul className="remarks">
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
