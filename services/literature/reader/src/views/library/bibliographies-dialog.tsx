import type { Bibliography, BibliographyList, NewBibliography } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { localTime, parseTime } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyText } from '../../answers/copy-text.ts';
import { api } from '../../api.ts';
import { collectionsQuery, searchesQuery } from '../../queries/library.ts';
import { useAction } from '../../use-action.ts';
import type { LibraryAddress } from './address.ts';
import { listOf, textAddress, type BibliographyText } from './bibliography-list.ts';
import { bibliographyMessages } from './bibliography-messages.ts';

const bibliographiesQuery = queryOptions({
  queryKey: ['bibliographies'],
  queryFn: async ({ signal }) => await api.get('/api/library/bibliographies', { signal }),
});

interface Props {
  readonly address: LibraryAddress;
  readonly onClose: () => void;
}

/** Creates the address of a live bibliography of the shown list, and revokes addresses. */
export function BibliographiesDialog({ address, onClose }: Props) {
  const t = useMessages(bibliographyMessages);
  const { data: searches = [] } = useQuery(searchesQuery);
  const query = useQuery(bibliographiesQuery);
  const list = listOf(address, searches);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="stack">
        <p className="muted">{t.why}</p>
        {list === undefined ? <p>{t.unsaved}</p> : <NewAddress list={list} />}
        <Loaded query={query} loading={t.loading}>
          {(known) => (
            <>
              <Addresses known={known} />
              <KeyPattern current={known.key_pattern} />
            </>
          )}
        </Loaded>
        <div className="dialog-buttons">
          <Button kind="primary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function useListName({ collection, search, tag }: NewBibliography): string {
  const t = useMessages(bibliographyMessages);
  const { data: collections = [] } = useQuery(collectionsQuery);
  const { data: searches = [] } = useQuery(searchesQuery);
  if (tag !== undefined) return tag;
  if (collection !== undefined) return collections.find(({ id }) => id === collection)?.name ?? String(collection);
  if (search !== undefined) return searches.find(({ id }) => id === search)?.name ?? String(search);
  return t.library;
}

function NewAddress({ list }: { readonly list: NewBibliography }) {
  const t = useMessages(bibliographyMessages);
  const name = useListName(list);
  const action = useAction();
  const [path, setPath] = useState<string>();
  const [text, setText] = useState<BibliographyText>({ format: 'bib', journals: 'names', letters: 'unicode' });
  const change = (next: Partial<BibliographyText>) => setText({ ...text, ...next });
  const create = async () => {
    setPath((await api.post('/api/library/bibliographies', { body: list })).path);
    return {};
  };
  return (
    <section className="stack" aria-label={t.ofList(name)}>
      <h3>{t.ofList(name)}</h3>
      <div className="row">
        <SelectField
          label={t.format}
          value={text.format}
          options={[
            ['bib', 'BibTeX'],
            ['ris', 'RIS'],
            ['json', 'CSL-JSON'],
          ]}
          onChange={(format) => change({ format })}
        />
        {text.format === 'bib' ? (
          <>
            <SelectField
              label={t.journals}
              value={text.journals}
              options={[
                ['names', t.names],
                ['macros', t.macros],
              ]}
              onChange={(journals) => change({ journals })}
            />
            <SelectField
              label={t.letters}
              value={text.letters}
              options={[
                ['unicode', t.unicode],
                ['tex', t.tex],
              ]}
              onChange={(letters) => change({ letters })}
            />
          </>
        ) : null}
      </div>
      {path === undefined ? (
        <Button isBlocked={action.isPending} onClick={() => action.mutate(create)}>
          {t.create}
        </Button>
      ) : (
        <CreatedAddress address={textAddress(path, text, location.href)} />
      )}
    </section>
  );
}

function CreatedAddress({ address }: { readonly address: string }) {
  const t = useMessages(bibliographyMessages);
  const copy = () => void copyText(address).then(() => tellDone(t.copied), tellFault);
  return (
    <>
      <TextField label={t.address} readOnly value={address} onChange={() => undefined} />
      <Button onClick={copy}>{t.copy}</Button>
    </>
  );
}

function Addresses({ known: { bibliographies } }: { readonly known: BibliographyList }) {
  const t = useMessages(bibliographyMessages);
  const action = useAction();
  const revoke = ({ id }: Bibliography) =>
    action.mutate(async () => {
      await api.delete('/api/library/bibliographies/{id}', { params: { id: String(id) } });
      return { told: t.revoked };
    });
  return (
    <section aria-label={t.existing}>
      <h3>{t.existing}</h3>
      {bibliographies.length === 0 ? <p className="muted small">{t.none}</p> : null}
      <ul className="tree">
        {bibliographies.map((one) => (
          <li key={one.id} className="item">
            <span className="entry">
              <span className="clipped">{one.name || t.library}</span>
              <span className="muted small">{t.created(localTime(parseTime(one.created_at)).slice(0, 10))}</span>
            </span>
            <Button kind="quiet" aria-label={t.revokeOf(one.name || t.library)} onClick={() => revoke(one)}>
              {t.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function KeyPattern({ current }: { readonly current: string }) {
  const t = useMessages(bibliographyMessages);
  const action = useAction();
  const [pattern, setPattern] = useState(current);
  const save = async () => {
    await api.patch('/api/library/bibliographies', { body: { key_pattern: pattern } });
    return { told: t.saved };
  };
  return (
    <Form onSubmit={() => action.mutate(save)}>
      <TextField label={t.pattern} maxLength={100} autoComplete="off" value={pattern} onChange={setPattern} />
      <p className="muted small">{t.patternHelp}</p>
      <div>
        <Button type="submit" isBlocked={pattern === current || pattern === ''}>
          {t.save}
        </Button>
      </div>
    </Form>
  );
}
