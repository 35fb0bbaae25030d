import type { OutlineBlock, PageBlock } from '@almagest/contracts/literature';
import { Failed, Skeleton } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { PaperMode } from './address.ts';
import type { Chunk } from './chunks.ts';
import { useOpenPaper } from './open-paper.ts';
import { paperMessages } from './messages.ts';
import { CropButton } from './pdf/crop-button.tsx';
import { placeInPdf, printedOf } from './pdf/crops.ts';
import { qualityMessages } from './quality/messages.ts';
import { percentOf } from './quality/percent.ts';
import { blocksQuery, outlineQuery } from './queries.ts';
import { ServerHtml } from './server-html.tsx';
import { blockShown } from './shown-blocks.ts';

export interface ChunkViewProps {
  readonly number: number;
  readonly chunk: Chunk;
  readonly isShown: boolean;
  /** The last rendered height of each chunk. */
  readonly heights: Map<number, number>;
}

/** Renders a part of the text, or a placeholder while it is far from the window. */
export const ChunkView = memo(function ChunkView({ number, chunk, isShown, heights }: ChunkViewProps) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!isShown || element === null) return undefined;
    return () => void heights.set(number, element.offsetHeight);
  }, [isShown, heights, number]);
  const height = heights.get(number) ?? chunk.estimatedPx;
  return (
    <section ref={ref} data-chunk={number} style={isShown ? undefined : { height }}>
      {isShown ? <ChunkBlocks chunk={chunk} height={height} /> : null}
    </section>
  );
});

function ChunkBlocks({ chunk, height }: { readonly chunk: Chunk; readonly height: number }) {
  const t = useMessages(paperMessages);
  const { bibcode, outline, mode, lit } = useOpenPaper();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(blocksQuery(bibcode, outline.revision, chunk));
  const isOther = data !== undefined && data.revision !== outline.revision;
  useEffect(() => {
    // The paper was parsed or translated again, so its blocks have changed.
    if (isOther) void client.invalidateQueries(outlineQuery(bibcode));
  }, [isOther, client, bibcode]);
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined || isOther)
    return (
      <div style={{ height }}>
        <Skeleton>{t.loadingText}</Skeleton>
      </div>
    );
  return data.blocks.map((block) => (
    <BlockView
      key={block.index}
      block={block}
      mode={mode}
      isLit={lit?.block === block.index}
      outlined={outline.blocks[block.index]}
      isInPdf={placeInPdf(outline, block.index) !== undefined}
    />
  ));
}

interface BlockViewProps {
  readonly block: PageBlock;
  readonly mode: PaperMode;
  readonly isLit: boolean;
  readonly outlined: OutlineBlock | undefined;
  readonly isInPdf: boolean;
}

/** Below this confidence, the user should compare the text with the page. */
const SURE = 0.8;

const BlockView = memo(function BlockView({ block, mode, isLit, outlined, isInPdf }: BlockViewProps) {
  const t = useMessages(paperMessages);
  const q = useMessages(qualityMessages);
  const ref = useRef<HTMLDivElement>(null);
  const { index, kind, html, translation_html: translation } = block;
  const sure = outlined?.ocr_confidence ?? 1;
  const printed = isInPdf && outlined !== undefined ? printedOf(outlined) : undefined;
  const isTranslated = mode !== 'text' && translation !== null;
  useLayoutEffect(() => {
    const element = ref.current;
    return element === null ? undefined : blockShown(index, element);
  }, [index, mode, html, translation]);
  return (
    <div
      ref={ref}
      className={isLit ? 'block lit' : 'block'}
      data-block={index}
      // Uses an attribute and not an element, because selections are matched against the text of the block.
      data-doubt={sure < SURE ? q.doubtful(percentOf(sure)) : undefined}
      tabIndex={-1}
    >
      {mode === 'translation' && isTranslated ? null : (
        <ServerHtml className={`original ${kind}`} html={html} enlarge={t.enlarge} />
      )}
      {isTranslated ? <ServerHtml className={`translated ${kind}`} html={translation} enlarge={t.enlarge} /> : null}
      {printed === undefined ? null : <CropButton {...printed} />}
    </div>
  );
});
