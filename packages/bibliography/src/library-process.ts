// The program that library-reader.ts starts.
import { answerRequests } from '@almagest/bounded-process';
import { UnreadableFile } from './reference.ts';
import { readLibrary } from './read-library.ts';
import type { LibraryReply, LibraryRequest } from './library-reader.ts';

answerRequests(({ format }: LibraryRequest, _report, [bytes = Buffer.alloc(0)]): LibraryReply => {
  try {
    return { library: readLibrary(bytes, format) };
  } catch (error) {
    // The error's class would be lost between processes.
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  }
});
