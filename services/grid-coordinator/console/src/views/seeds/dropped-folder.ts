import type { FolderFile } from './find-results.ts';

/** All files below what was dropped. */
export async function filesOfDrop(data: DataTransfer): Promise<FolderFile[]> {
  // Entries have to be taken before anything is awaited: the drop ends with its event.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: FolderFile[] = [];
  for (const entry of entries) await collect(entry, '', files);
  return files;
}

/** The files of an input for folders. */
export function filesOfInput(list: FileList): FolderFile[] {
  return [...list].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }));
}

async function collect(entry: FileSystemEntry, folder: string, files: FolderFile[]): Promise<void> {
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A browser answers a hundred at a time, and none at the end.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const each of batch) await collect(each, `${path}/`, files);
  }
}
