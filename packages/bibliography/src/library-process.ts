// The program that library-reader.ts starts.
import { answerRequests } from '@almagest/bounded-process';
import { UnreadableFileError, type ReadLibrary } from './reference.ts';
import { readLibrary } from './read-library.ts';
import type { LibraryReply, LibraryRequest } from './library-reader.ts';

/** Number of entries in a part. Parsing a part takes a few milliseconds. */
const ENTRIES_OF_PART = 500;

answerRequests(({ format }: LibraryRequest, _report, [bytes = Buffer.alloc(0)]): LibraryReply => {
  try {
    return packed(readLibrary(bytes, format));
  } catch (error) {
    // The message channel would lose the class of the error.
    if (error instanceof UnreadableFileError) return { unreadable: error.message };
    throw error;
  }
});

/**
 * Each part is text. The channel passes text between processes without parsing it. The receiver parses one part at a
 * time.
 */
function packed({ format, collections, entries }: ReadLibrary): LibraryReply {
  const parts: string[] = [];
  for (let from = 0; from < entries.length; from += ENTRIES_OF_PART)
    parts.push(JSON.stringify(entries.slice(from, from + ENTRIES_OF_PART)));
  return { format, collections, parts };
}
