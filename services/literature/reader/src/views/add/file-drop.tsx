import './file-drop.css';
import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { useEffect, useState } from 'react';
import { addMessages } from './messages.ts';
import { useAddFiles } from './use-add-files.ts';

/** Accepts files dropped anywhere on the page. */
export function FileDrop() {
  const t = useMessages(addMessages);
  const addFiles = useAddFiles();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const take = async (transfer: DataTransfer) => {
      try {
        await addFiles(await droppedFiles(transfer));
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
  }, [addFiles]);
  return isOver ? <div className="file-drop">{t.drop}</div> : null;
}

/** Returns all dropped files except hidden files, including the files in folders. */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read the entries before the first await. The browser clears the drop data afterwards.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files];
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile) return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // `readEntries` returns a folder in parts. An empty part is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (part.length === 0) return files;
    for (const file of (await Promise.all(part.map(filesIn))).flat()) files.push(file);
  }
}
