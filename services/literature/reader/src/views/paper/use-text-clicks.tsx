import type { BlockPlace } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { useMessages } from '@almagest/ui/messages';
import { useMemo, useState, type MouseEvent, type ReactNode, lazy, Suspense } from 'react';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { ReferenceCard } from './citations/reference-card.tsx';
import type { Picture } from './figures/figure-questions.tsx';
import { paperMessages } from './messages.ts';
import { useOpenPaper } from './open-paper.ts';
import { blocksOfAnchors } from './outline-lists.ts';
import { CropDialog } from './pdf/crop-dialog.tsx';
import { placeInPdf } from './pdf/crops.ts';
import { targetAt } from './targets/marked-targets.ts';

// Loaded on demand. Viewing an image doesn't need the Markdown renderer.
const FigureQuestions = lazy(async () => ({
  default: (await import('./figures/figure-questions.tsx')).FigureQuestions,
}));

/**
 * Handles clicks on links and pictures of the text. Links within the text are buttons, because the hash belongs to the
 * router.
 */
export function useTextClicks(): { readonly onClick: (event: MouseEvent) => void; readonly dialog: ReactNode } {
  const { bibcode, outline, jumpTo, openPanel } = useOpenPaper();
  const [reference, setReference] = useState<{ readonly block: number; readonly anchor: Element }>();
  const [picture, setPicture] = useState<Picture>();
  const [crop, setCrop] = useState<BlockPlace>();
  const blocks = useMemo(() => blocksOfAnchors(outline.blocks), [outline.blocks]);
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return undefined;
    const image = event.target.closest('button.picture')?.querySelector('img');
    if (image !== undefined && image !== null) return setPicture(pictureOf(image));
    if (event.target.closest('.crop button') !== null) return setCrop(placeInPdf(outline, blockOf(event.target)));
    const link = event.target.closest('a[href]');
    if (link === null) return lookUpTarget(event);
    const href = link.getAttribute('href') ?? '';
    if (!href.startsWith('#')) return reportActive(bibcode);
    event.preventDefault();
    const block = blocks.get(href.slice(1));
    if (block === undefined) return undefined;
    return outline.blocks[block]?.kind === 'reference' ? setReference({ block, anchor: link }) : jumpTo(block);
  };
  const lookUpTarget = ({ clientX, clientY }: MouseEvent) => {
    // A press that ends a selection is not a click.
    if (getSelection()?.isCollapsed === false) return;
    const target = targetAt(clientX, clientY);
    if (target !== undefined) openPanel('targets', { text: target.name, block: target.block });
  };
  const dialog = (
    <>
      {picture === undefined ? null : <PictureDialog {...picture} onClose={() => setPicture(undefined)} />}
      {crop === undefined ? null : <CropDialog place={crop} onClose={() => setCrop(undefined)} />}
      {reference === undefined ? null : (
        <ReferenceCard key={reference.block} {...reference} onClose={() => setReference(undefined)} />
      )}
    </>
  );
  return { onClick, dialog };
}

function pictureOf(image: HTMLImageElement): Picture {
  return { src: image.src, text: image.alt, figure: image.dataset['figure'] ?? '', block: blockOf(image) };
}

/** Returns the block that contains an element, or -1. */
function blockOf(element: Element): number {
  return Number(element.closest<HTMLElement>('[data-block]')?.dataset['block'] ?? -1);
}

/** Reports the open paper to the service. Never blocks or fails visibly. */
function reportActive(bibcode: string): void {
  api.post('/api/active_bibcode', { body: { bibcode } }).catch(() => undefined);
}

/** Shows a figure as large as the window, with questions about it. */
function PictureDialog({ onClose, ...picture }: Picture & { readonly onClose: () => void }) {
  const t = useMessages(paperMessages);
  const { src, text } = picture;
  return (
    <Dialog title={text === '' ? t.picture : <TextWithFormulas text={text} />} onClose={onClose}>
      <div className="large-picture">
        <img src={src} alt={text} />
      </div>
      <Suspense>
        <FigureQuestions picture={picture} />
      </Suspense>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.closePicture}
        </Button>
      </div>
    </Dialog>
  );
}
