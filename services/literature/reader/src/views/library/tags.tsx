import type { Tag } from '@almagest/contracts/literature';
import { TextField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu } from '../../action-menu.tsx';
import { api } from '../../api.ts';
import { codesNow, tagsQuery } from '../../queries/library.ts';
import { useAction } from '../../use-action.ts';
import type { LibraryAddress } from './address.ts';
import { sidebarMessages } from './messages.ts';
import { NameDialog } from './name-dialog.tsx';
import { EXACTLY } from './current-link.ts';

/** A list of at least this many tags has a search field. */
const MANY = 12;

/** Lists the tags of the library as links to their papers. */
export function Tags({ address }: { readonly address: LibraryAddress }) {
  const t = useMessages(sidebarMessages);
  const { data: tags } = useQuery(tagsQuery);
  const [words, setWords] = useState('');
  const shown = tags?.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase())) ?? [];
  return (
    <section aria-label={t.tags}>
      <h2>{t.tags}</h2>
      {tags?.length === 0 ? <p className="muted small">{t.noTags}</p> : null}
      {(tags?.length ?? 0) > MANY ? (
        <TextField label={t.findTag} type="search" value={words} onChange={setWords} />
      ) : null}
      <ul className="tree tags">
        {shown.map((tag) => (
          <TagItem key={tag.name} tag={tag} isShown={address.tag === tag.name} />
        ))}
      </ul>
    </section>
  );
}

function TagItem({ tag: { name, paper_count: count }, isShown }: { readonly tag: Tag; readonly isShown: boolean }) {
  const t = useMessages(sidebarMessages);
  const action = useAction();
  const [isNaming, setNaming] = useState(false);
  const remove = async () => {
    const bibcodes = [...(await codesNow({ tag: name }))];
    await api.delete('/api/tags', { query: { name } });
    return {
      told: t.tagDeleted(name),
      undo: async () => await api.post('/api/tags', { body: { bibcodes, add: [name] } }),
    };
  };
  const rename = async (next: string) => {
    // If the new name exists, the tags merge. Undo needs to know which papers had which tag.
    const had = [...(await codesNow({ tag: name }))];
    const both = await codesNow({ tag: next });
    await api.patch('/api/tags', { body: { name, new_name: next } });
    const undo = async () => {
      const only = had.filter((code) => !both.has(code));
      await api.post('/api/tags', { body: { bibcodes: had, add: [name] } });
      if (only.length > 0) await api.post('/api/tags', { body: { bibcodes: only, remove: [next] } });
    };
    return { undo };
  };
  return (
    <li className="item">
      <Link
        to="/library"
        search={{ tag: name }}
        className="entry"
        activeOptions={EXACTLY}
        aria-current={isShown ? 'page' : undefined}
      >
        <span className="clipped">{name}</span>
        <span className="muted small">{count}</span>
      </Link>
      <ActionMenu
        label={t.more(name)}
        isSmall
        actions={[
          { label: t.rename, run: () => setNaming(true) },
          { label: t.delete, run: () => action.mutate(remove), isBad: true },
        ]}
      />
      {isNaming ? (
        <NameDialog
          title={t.renameTitle(name)}
          confirm={t.save}
          name={name}
          onName={(next) => action.mutate(async () => await rename(next))}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </li>
  );
}
