import type { BlockPlace } from '@almagest/contracts/literature';
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { api } from '../../api.ts';
import { ReferenceCard } from './citations/reference-card.tsx';
import { useOpenPaper } from './open-paper.ts';
import { blocksOfAnchors } from './outline-lists.ts';
import { CropDialog } from './pdf/crop-dialog.tsx';
import { placeInPdf } from './pdf/crops.ts';
import type { Picture } from './figures/figure-questions.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { targetAt } from './targets/marked-targets.ts';

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
