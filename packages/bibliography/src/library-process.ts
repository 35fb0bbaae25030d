// The program that library-reader.ts starts.
import { readFileSync } from 'node:fs';
import { answerRequests } from '@almagest/bounded-process';
import { UnreadableFileError } from './reference.ts';
import { readLibrary } from './read-library.ts';
import type { LibraryReply, LibraryRequest } from './library-reader.ts';

answerRequests(({ path, format }: LibraryRequest): LibraryReply => {
  try {
    return { library: readLibrary(readFileSync(path), format) };
  } catch (error) {
    // The error's class would be lost between processes.
    if (error instanceof UnreadableFileError) return { unreadable: error.message };
    throw error;
  }
});
