import { messageOf } from '@almagest/ui/api-error';
import { useMessages } from '@almagest/ui/messages';
import { useEffect, useRef, useState } from 'react';
import { addMessages } from './messages.ts';

/** Shows the first page of a PDF that is still on the user's machine. */
export function FirstPage({ file }: { readonly file: File }) {
  const t = useMessages(addMessages);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    import('./draw-first-page.ts')
      .then(async ({ drawFirstPage }) => await drawFirstPage(element, file))
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [file]);
  return (
    <div className="first-page">
      {fault === '' ? null : <p role="alert">{fault}</p>}
      <canvas ref={canvas} role="img" aria-label={t.firstPage(file.name)} hidden={fault !== ''} />
    </div>
  );
}
