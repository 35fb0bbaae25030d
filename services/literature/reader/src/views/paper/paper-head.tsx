import type { PaperBlocks } from '@almagest/contracts/literature';
import { Banner, Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { titleOf } from '../../paper-words.ts';
import { cutChunks } from './chunks.ts';
import { paperMessages } from './messages.ts';
import { useOpenPaper } from './open-paper.ts';
import { PAPER_PATH } from './paper-page.ts';
import { qualityMessages } from './quality/messages.ts';
import { ScanBanner, UnknownGlyphs, UnplacedWords, UnreadableBanner } from './quality/text-quality.tsx';
import { useRecognitionOffer } from './quality/use-recognition-offer.ts';
import { blocksQuery } from './queries.ts';
import { PaperTags } from './shelf/paper-tags.tsx';

const MOST_AUTHORS = 12;

/** Shows the metadata of a paper above its text, and the abstract until the text exists. */
export function PaperHead() {
  const t = useMessages(paperMessages);
  const { outline, mode } = useOpenPaper();
  const { paper, links, blocks, translation } = outline;
  const { bibcode, authors, year, pub_journal: journal, abstract_text: abstract } = paper;
  const more = authors.length - MOST_AUTHORS;
  return (
    <header className="paper-head">
      {/* The text starts with the title. */}
      {blocks.length === 0 ? (
        <h1>
          <PaperTitle {...paper} />
        </h1>
      ) : (
        <h1 className="unseen">{titleOf(paper)}</h1>
      )}
      <p className="muted small" title={authors.join('; ')}>
        {authors.slice(0, MOST_AUTHORS).join('; ')}
        {more > 0 ? t.moreAuthors(more) : null}
      </p>
      <p className="muted small row">
        <span>{[year, journal, bibcode].filter((part) => part !== '').join(' · ')}</span>
        {links.map(({ label, url }) => (
          <a key={url} href={url} target="_blank" rel="noopener noreferrer">
            {nameOf(label, t)}
          </a>
        ))}
        <PaperTags />
        <UntypesetFormulas />
        <UnknownGlyphs />
        <UnplacedWords />
      </p>
      <ScanBanner />
      <UnreadableBanner />
      {translation === 'loose' && mode === 'text' ? <LooseTranslationBanner /> : null}
      {blocks.length > 0 ? null : (
        <>
          <h2>{t.abstract}</h2>
          <p>{abstract === '' ? t.noAbstract : <TextWithFormulas text={abstract} />}</p>
          <Empty>
            <p>
              <WhyNoText />
            </p>
          </Empty>
        </>
      )}
    </header>
  );
}

/** Translates the English link labels of the service. */
function nameOf(label: string, t: ReturnType<typeof useMessages<typeof paperMessages>>): string {
  const names: Readonly<Record<string, string>> = { Publisher: t.publisher, Preprint: t.preprint, Catalog: t.catalog };
  return names[label] ?? label;
}

function WhyNoText() {
  const t = useMessages(paperMessages);
  const q = useMessages(qualityMessages);
  const offer = useRecognitionOffer();
  if (offer === undefined) return t.notParsed;
  return offer.is_available ? q.scanned : q.notOffered(offer.reason ?? '');
}

function LooseTranslationBanner() {
  const t = useMessages(paperMessages);
  return (
    <Banner>
      {t.looseTranslation}{' '}
      <Link from={PAPER_PATH} search={(before) => ({ ...before, mode: 'translation' })} resetScroll={false}>
        {t.seeLoose}
      </Link>
    </Banner>
  );
}

/** Shows how many loaded formulas could not be typeset, if any. */
function UntypesetFormulas() {
  const t = useMessages(paperMessages);
  const { bibcode, outline } = useOpenPaper();
  const queries = useMemo(
    () =>
      cutChunks(outline.blocks).map((chunk) => ({ ...blocksQuery(bibcode, outline.revision, chunk), enabled: false })),
    [bibcode, outline],
  );
  const { formulas, untypeset } = useQueries({ queries, combine: sumOf });
  return untypeset === 0 ? null : <span>{t.untypeset(untypeset, formulas)}</span>;
}

function sumOf(chunks: readonly UseQueryResult<PaperBlocks>[]): Pick<PaperBlocks, 'formulas' | 'untypeset'> {
  let [formulas, untypeset] = [0, 0];
  for (const { data } of chunks) {
    formulas += data?.formulas ?? 0;
    untypeset += data?.untypeset ?? 0;
  }
  return { formulas, untypeset };
}
