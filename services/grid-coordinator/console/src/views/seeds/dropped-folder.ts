import type { FolderFile } from './find-results.ts';

export async function filesOfDrop(data: DataTransfer): Promise<FolderFile[]> {
  // Reads the entries before the first `await`, because the drop data expires with its event.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: FolderFile[] = [];
  for (const entry of entries) await collect(entry, '', files);
  return files;
}

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
    // Browsers return up to a hundred entries at a time, and an empty list at the end.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const each of batch) await collect(each, `${path}/`, files);
  }
}
