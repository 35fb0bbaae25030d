import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { addAll } from './add-queue.ts';
import { droppedFiles } from './dropped-files.ts';
import { addMessages } from './messages.ts';
import './file-drop.css';

/** Accepts files dropped anywhere on the page. */
export function FileDrop() {
  const t = useMessages(addMessages);
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const take = async (transfer: DataTransfer) => {
      try {
        addAll((await droppedFiles(transfer)).map((file) => ({ file })));
        await navigate({ to: '/add' });
      } catch (error) {
        tellFault(error);
      }
    };
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Ignore moves between elements of the page.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null || event.defaultPrevented) return;
      event.preventDefault();
      void take(event.dataTransfer);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [navigate]);
  return isOver ? <div className="file-drop">{t.drop}</div> : null;
}
