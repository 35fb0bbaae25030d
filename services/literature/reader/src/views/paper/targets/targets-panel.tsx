import type { ExtractedTarget, Target } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import { api, SLOW } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { targetMessages } from './messages.ts';
import { ObjectCard } from './object-card.tsx';
import { linkedTargetsQuery, namesQuery } from './queries.ts';
import './targets.css';

const MOST_LETTERS = 200;

/** Looks up objects, links them to the paper, and lists the objects named in the text. */
export function TargetsPanel() {
  const { passage } = useOpenPaper();
  // A new passage resets the panel and fills in its words as the name.
  return <Targets key={passage?.text} start={passage?.text.trim().slice(0, MOST_LETTERS) ?? ''} />;
}

function Targets({ start }: { readonly start: string }) {
  const t = useMessages(targetMessages);
  const [typed, setTyped] = useState(start);
  const [name, setName] = useState(start);
  const lookUp = (wanted: string) => {
    setTyped(wanted);
    setName(wanted.trim());
  };
  return (
    <div className="stack">
      <Form className="line-form" role="search" onSubmit={() => lookUp(typed)}>
        <TextField label={t.name} type="search" maxLength={MOST_LETTERS} required value={typed} onChange={setTyped} />
        <Button type="submit">{t.lookUp}</Button>
      </Form>
      {name === '' ? null : <ObjectCard name={name} />}
      <Linked onLookUp={lookUp} />
      <Named onLookUp={lookUp} />
    </div>
  );
}

interface ListProps {
  readonly onLookUp: (name: string) => void;
}

function Linked({ onLookUp }: ListProps) {
  const t = useMessages(targetMessages);
  const { bibcode } = useOpenPaper();
  return (
    <section>
      <h2>{t.ofPaper}</h2>
      <Loaded query={useQuery(linkedTargetsQuery(bibcode))} loading={t.loadingLinked}>
        {(targets) =>
          targets.length === 0 ? (
            <p className="muted">{t.noneLinked}</p>
          ) : (
            <ul className="plain-list target-list" aria-label={t.ofPaper}>
              {targets.map((target) => (
                <LinkedTarget key={target.id} target={target} onLookUp={onLookUp} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function LinkedTarget({ target, onLookUp }: ListProps & { readonly target: Target }) {
  const t = useMessages(targetMessages);
  const { name, canonical_name: canonical, object_type: type, bibcodes } = target;
  const others = bibcodes.length - 1;
  return (
    <li>
      <button type="button" className="name-button" onClick={() => onLookUp(name)}>
        {canonical}
      </button>
      <span className="muted small">
        {[type ?? '', others > 0 ? t.others(others) : ''].filter((part) => part !== '').join(' · ')}
      </span>
    </li>
  );
}

function Named({ onLookUp }: ListProps) {
  const t = useMessages(targetMessages);
  const { bibcode, outline } = useOpenPaper();
  const isParsed = outline.blocks.length > 0;
  const names = useQuery({ ...namesQuery(bibcode, outline.revision), enabled: isParsed });
  return (
    <section>
      <h2>{t.inText}</h2>
      {isParsed ? (
        <Loaded query={names} loading={t.searching}>
          {(found) =>
            found.length === 0 ? (
              <p className="muted">{t.noneInText}</p>
            ) : (
              <NameList names={found} onLookUp={onLookUp} />
            )
          }
        </Loaded>
      ) : (
        <p className="muted">{t.notParsed}</p>
      )}
    </section>
  );
}

function NameList({ names, onLookUp }: ListProps & { readonly names: readonly ExtractedTarget[] }) {
  const t = useMessages(targetMessages);
  const { bibcode, readingPosition, jumpTo } = useOpenPaper();
  const change = useChange({ queryKey: ['targets'] });
  const show = async (name: string) => {
    const near = readingPosition.place.block;
    const { passages } = await api.post('/api/paper/locate', { body: { bibcode, text: name, near } });
    const [place] = passages;
    if (place === undefined) throw new Error(t.notShown(name));
    jumpTo(place.paragraph_index, place.selected_text);
    return undefined;
  };
  const linkAll = async () => {
    const { targets } = await api.post('/api/target/extract', { body: { bibcode, associate: true }, ...SLOW });
    const known = targets.filter(({ target_id: id }) => id !== null && id !== undefined);
    return t.linkedAll(known.length, targets.length);
  };
  return (
    <>
      <ul className="plain-list target-list" aria-label={t.inText}>
        {names.map(({ designation, catalog, count }) => (
          <li key={designation}>
            <button
              type="button"
              className="name-button"
              aria-label={t.lookUpName(designation)}
              onClick={() => onLookUp(designation)}
            >
              {designation}
            </button>
            <span className="muted small">{[catalog, t.times(count)].join(' · ')}</span>
            <Button
              kind="quiet"
              iconOnly
              aria-label={t.show(designation)}
              title={t.show(designation)}
              onClick={() => change.mutate(async () => await show(designation))}
            >
              <Crosshair size={16} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button isBlocked={change.isPending} onClick={() => change.mutate(linkAll)}>
        {t.linkAll}
      </Button>
    </>
  );
}
