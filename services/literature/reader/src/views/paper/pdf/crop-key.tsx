import type { BlockPlace } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useState } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { CropDialog } from './crop-dialog.tsx';
import { placeInPdf } from './crops.ts';
import { pdfMessages } from './messages.ts';

/** Registers the key that shows a formula, table or figure in the PDF, to compare it with the text. */
export function CropKey() {
  const t = useMessages(pdfMessages);
  const { outline, readingPosition } = useOpenPaper();
  const [place, setPlace] = useState<BlockPlace>();
  useShortcut('x', t.showCrop, () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset['block'];
    const found = placeInPdf(outline, focused === undefined ? readingPosition.place.block : Number(focused));
    if (found === undefined) tellDone(t.noCrop);
    else setPlace(found);
  });
  return place === undefined ? null : <CropDialog place={place} onClose={() => setPlace(undefined)} />;
}
