import type { FileHandle } from 'node:fs/promises';
import type { HttpResponse } from '@almagest/http-client';
import type { Diagnosis } from '../../domain/full-text/diagnosis.ts';
import { PDF_HEADER_WITHIN } from '../../domain/full-text/upload-check.ts';
import { diagnoseFile, diagnosePage, type PageThread } from './diagnose.ts';

/**
 * The number of bytes at the end of a PDF that must contain the end mark. The specification requires the last kilobyte,
 * but some servers append a line.
 */
const END_WITHIN = 2048;

/** The number of bytes to read of an HTML page that the server sent instead of a PDF. */
const PAGE_BYTES = 1024 * 1024;

/**
 * Writes the response to `file`, starting at the PDF header. Returns the reason if the response is not a PDF or is
 * incomplete.
 */
export async function readPdf(
  answer: HttpResponse,
  file: FileHandle,
  { pages, path }: { readonly pages: PageThread; readonly path: string },
): Promise<Diagnosis | undefined> {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let header = -1;
  let bytes = 0;
  for await (const chunk of answer.body) {
    let content = Buffer.from(chunk);
    if (header < 0) {
      head = Buffer.concat([head, content]);
      header = head.subarray(0, PDF_HEADER_WITHIN).indexOf('%PDF-');
      if (header < 0 && head.length >= PAGE_BYTES) break;
      if (header < 0) continue;
      content = head.subarray(header);
    }
    await file.writeFile(content);
    bytes += content.length;
    tail = Buffer.concat([tail, content]).subarray(-END_WITHIN);
  }
  if (header < 0) {
    await file.writeFile(head);
    const { page, diagnosis } = await diagnoseFile(pages, path, answer);
    return diagnosis ?? (page && diagnosePage(page));
  }
  if (tail.includes('%%EOF')) return undefined;
  return { cause: 'invalid_format', detail: `the PDF ends after ${bytes} bytes, without its end mark` };
}
