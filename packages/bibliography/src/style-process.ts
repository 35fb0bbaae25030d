// The program that style-formatter.ts starts.
import { answerRequests } from '@almagest/bounded-process';
import { Driver, parseStyleMetadata } from '@citeproc-rs/wasm';
import { UnreadableFileError } from './reference.ts';
import { child, readXml } from './xml-tree.ts';
import type { StyleReply, StyleRequest } from './style-formatter.ts';

answerRequests((request: StyleRequest): StyleReply => {
  try {
    return answerOf(request);
  } catch (error) {
    return { refused: reasonOf(error) };
  }
});

function answerOf({ csl, items, format }: StyleRequest): StyleReply {
  // Refuses entities and deep nesting before the processor reads the style.
  const title = child(readXml(csl), 'info', 'title')?.text.trim().slice(0, 200);
  const { independentMeta } = parseStyleMetadata(csl);
  if (independentMeta?.hasBibliography === false)
    return { refused: 'the style formats only citations. Choose a style with a bibliography' };
  const driver = new Driver({ style: csl, format, formatOptions: { linkAnchors: false } });
  driver.insertReferences(JSON.parse(items) as never[]);
  driver.includeUncited('All');
  return { title: title || 'Untitled', entries: driver.makeBibliography().map(({ value }) => value) };
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  // The processor stops with such an error, for example when a macro calls itself.
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
    return 'the style cannot be applied. Check that no macro calls itself';
  const { data, message } = error as { data?: { tag?: string; content?: unknown }; message: string };
  if (data?.tag === 'DependentStyle')
    return `the style only refers to another style. Upload ${parentOf(data.content)} instead`;
  if (data?.tag === 'JsonError' || message.startsWith('JSON '))
    return 'an entry cannot be formatted. Correct its type or date, or leave it out';
  if (data?.tag === 'Invalid' || data?.tag === 'ParseError')
    return `the file is not a valid CSL style: ${message.slice(0, 300).trim()}`;
  throw error;
}

function parentOf(content: unknown): string {
  return (content as { requiredParent: string }).requiredParent.slice(0, 300);
}
