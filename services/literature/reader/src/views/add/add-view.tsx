import { Button, buttonClass } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { collectionsQuery } from '../../queries/library.ts';
import { useAction } from '../../use-action.ts';
import { pathOf } from '../library/collection-tree.ts';
import { addAll, putInto } from './add-queue.ts';
import { bookmarkletFor } from './bookmarklet.ts';
import { addMessages } from './messages.ts';
import { PaperForm } from './paper-form.tsx';
import { QueueList } from './queue-list.tsx';
import { TextArea } from './text-area.tsx';
import { useDraft } from './use-draft.ts';
import './add.css';

const addPage = getRouteApi('/add');

export function AddView() {
  const t = useMessages(addMessages);
  usePageTitle(t.title);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <QueueList />
      <div className="add-ways">
        <Files />
        <Identifiers />
        <ByHand />
        <Bookmarklet />
      </div>
    </div>
  );
}

function Files() {
  const t = useMessages(addMessages);
  const { data: collections = [] } = useQuery(collectionsQuery);
  const [into, setInto] = useState('');
  return (
    <Panel title={t.files}>
      <div className="stack">
        <p className="muted">{t.filesHint}</p>
        <div>
          <label className={`${buttonClass('primary')} file-button`}>
            {t.choose}
            <input
              type="file"
              multiple
              className="unseen"
              onChange={(event) => {
                void addAll([...(event.target.files ?? [])].map((file) => ({ file })));
                // Otherwise, choosing the same file again fires no event.
                event.target.value = '';
              }}
            />
          </label>
        </div>
        <SelectField
          label={t.into}
          value={into}
          options={[
            ['', t.noCollection],
            ...collections.map((one) => [String(one.id), pathOf(collections, one)] as const),
          ]}
          onChange={(id) => {
            setInto(id);
            putInto(id === '' ? undefined : Number(id));
          }}
        />
      </div>
    </Panel>
  );
}

function Identifiers() {
  const t = useMessages(addMessages);
  const [text, setText] = useDraft('identifiers');
  const { save } = addPage.useSearch();
  const navigate = useNavigate();
  useEffect(() => {
    if (save === undefined) return;
    setText(text.trim() === '' ? save : `${text.trimEnd()}\n${save}`);
    void navigate({ to: '/add', replace: true });
  });
  const identifiers = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    <Panel title={t.identifiers}>
      <Form
        onSubmit={() => {
          void addAll(identifiers.map((identifier) => ({ identifier: identifier.slice(0, 512) })));
          setText('');
        }}
      >
        <TextArea label={t.identifiersLabel} rows={5} value={text} onChange={setText} />
        <div>
          <Button needs="member" type="submit" kind="primary" isBlocked={identifiers.length === 0}>
            {t.lookUp}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function Bookmarklet() {
  const t = useMessages(addMessages);
  // React removes addresses that run a script, so the attribute is set directly.
  const point = (link: HTMLAnchorElement | null) =>
    link?.setAttribute('href', bookmarkletFor(new URL('#/add', location.href).href));
  return (
    <Panel title={t.fromBrowser}>
      <p className="muted">{t.bookmarkletHint}</p>
      <p>
        <a ref={point} className={buttonClass()} onClick={(event) => event.preventDefault()}>
          {t.bookmarklet}
        </a>
      </p>
    </Panel>
  );
}

function ByHand() {
  const t = useMessages(addMessages);
  const action = useAction();
  return (
    <Panel title={t.byHand}>
      <p className="muted">{t.byHandHint}</p>
      <PaperForm
        draft="by-hand"
        onSend={async (body) =>
          await action.mutateAsync(async () => {
            const { status, paper } = await api.post('/api/papers', { body });
            const title = paper?.title ?? '';
            return { told: status === 'known' ? t.wasKnown(title) : t.addedByHand(title) };
          })
        }
      >
        <div>
          <Button needs="member" type="submit" kind="primary" isBlocked={action.isPending}>
            {t.add}
          </Button>
        </div>
      </PaperForm>
    </Panel>
  );
}
