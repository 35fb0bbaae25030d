/** Returns all dropped files, including those in folders, except hidden ones. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read the entries before the first await. The drop data are gone afterwards.
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
