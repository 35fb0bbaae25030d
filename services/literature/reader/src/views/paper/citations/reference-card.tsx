import type { CitedPaper } from '@almagest/contracts/literature';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Skeleton } from '@almagest/ui/components/page-states';
import { Pill } from '@almagest/ui/components/pill';
import { messageOf } from '@almagest/ui/api-error';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, SLOW } from '../../../api.ts';
import { TextWithFormulas } from '../../../mathematics/text-with-formulas.tsx';
import { PaperTitle } from '../../../paper-title.tsx';
import { LinePopover } from '../../../line-popover.tsx';
import { useOpenPaper } from '../open-paper.ts';
import { citationMessages } from './messages.ts';
import { referenceQuery } from './queries.ts';

export interface ReferenceCardProps {
  /** The block of the reference list entry. */
  readonly block: number;
  /** The citation in the text. */
  readonly anchor: Element;
  readonly onClose: () => void;
}

/** Shows the cited paper without leaving the citing line. */
export function ReferenceCard({ block, anchor, onClose }: ReferenceCardProps) {
  const t = useMessages(citationMessages);
  const { bibcode, outline, jumpTo } = useOpenPaper();
  const printed = outline.blocks[block]?.title ?? '';
  const { data, error, isPending } = useQuery(referenceQuery(bibcode, block, printed));
  const isKnown = data !== null && data !== undefined;
  return (
    <LinePopover anchor={anchor} title={t.cited_paper} close={t.close} onClose={onClose}>
      {isKnown ? (
        <CitedRecord paper={data} />
      ) : (
        <p className="muted">
          <TextWithFormulas text={printed} />
        </p>
      )}
      {isPending ? <Skeleton>{t.loading}</Skeleton> : null}
      {error === null ? null : <p role="alert">{t.notAsked(messageOf(error))}</p>}
      {data === null ? <p>{t.unknown}</p> : null}
      <div className="dialog-buttons">
        <Button
          onClick={() => {
            onClose();
            jumpTo(block);
          }}
        >
          {t.toReference}
        </Button>
        {isKnown ? (
          <Obtain paper={data} block={block} printed={printed} />
        ) : (
          <Link to="/search" search={{ q: printed }} className={buttonClass()}>
            {t.searchIt}
          </Link>
        )}
      </div>
    </LinePopover>
  );
}

function CitedRecord({ paper }: { readonly paper: CitedPaper }) {
  const t = useMessages(citationMessages);
  const { authors, year, pub_journal: journal, bibcode, abstract_text: abstract } = paper;
  return (
    <article>
      <h3>
        <PaperTitle {...paper} />
      </h3>
      <p className="small muted">{authors.join('; ')}</p>
      <p className="small row">
        <span className="muted">{[year, journal, bibcode].filter((part) => part !== '').join(' · ')}</span>
        {paper.in_library === true ? <Pill kind="good">{t.inLibrary}</Pill> : null}
      </p>
      <p className="card-abstract">{abstract === '' ? t.noAbstract : <TextWithFormulas text={abstract} />}</p>
    </article>
  );
}

interface ObtainProps {
  readonly paper: CitedPaper;
  readonly block: number;
  readonly printed: string;
}

/** Offers to open a paper, or to add it to the library. */
function Obtain({ paper: { bibcode, in_library: isHere }, block, printed }: ObtainProps) {
  const t = useMessages(citationMessages);
  const own = useOpenPaper().bibcode;
  const change = useChange({ queryKey: referenceQuery(own, block, printed).queryKey });
  return (
    <>
      {isHere === true ? null : (
        <Button
          isBlocked={change.isPending}
          onClick={() =>
            change.mutate(async () => {
              await api.post('/api/papers', { body: { identifier: bibcode }, ...SLOW });
              const { is_downloaded: isThere } = await api.post('/api/download', { body: { bibcode }, ...SLOW });
              return isThere ? t.fetched : t.kept;
            })
          }
        >
          {change.isPending ? t.fetching : t.fetch}
        </Button>
      )}
      <Link to="/papers/$bibcode" params={{ bibcode }} className={buttonClass('primary')}>
        {t.open}
      </Link>
    </>
  );
}
