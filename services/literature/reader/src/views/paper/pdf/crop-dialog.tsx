import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { messageOf } from '@almagest/ui/api-error';
import type { BlockPlace } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useEffect, useRef, useState } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { pdfMessages } from './messages.ts';

export function CropDialog({ place, onClose }: { readonly place: BlockPlace; readonly onClose: () => void }) {
  const t = useMessages(pdfMessages);
  const { bibcode } = useOpenPaper();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    import('./draw-crop.ts')
      .then(async ({ drawCrop }) => await drawCrop(element, bibcode, place))
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [bibcode, place]);
  return (
    <Dialog title={t.cropTitle} onClose={onClose}>
      {fault === '' ? null : <p role="alert">{fault}</p>}
      <div className="large-picture">
        <canvas ref={canvas} role="img" aria-label={t.cropTitle} />
      </div>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  );
}
