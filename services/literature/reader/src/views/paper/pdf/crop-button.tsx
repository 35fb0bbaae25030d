import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { ScanSearch } from 'lucide-react';
import type { Printed } from './crops.ts';
import { pdfMessages } from './messages.ts';

/** Shows a formula, table or figure in the PDF, like the key `x`. `useTextClicks` handles the press, as for images. */
export function CropButton({ kind, number }: Printed) {
  const t = useMessages(pdfMessages);
  return (
    <div className="crop">
      <Button kind="quiet" aria-label={t.cropOf(t[kind], number)}>
        <ScanSearch size={14} aria-hidden />
        {t.crop}
      </Button>
    </div>
  );
}
