import type { FileHandle } from 'node:fs/promises';
import type { Diagnosis } from '../../domain/diagnosis.ts';
import type { OutboundAnswer } from '../outbound.ts';
import { classifyAnswer, diagnosePage } from './diagnose.ts';

/**
 * Writes a page that is a paper into `file`, as UTF-8 and with the address against which its pictures are to be found;
 * tells why when it is none.
 */
export async function readHtml(answer: OutboundAnswer, file: FileHandle): Promise<Diagnosis | undefined> {
  if (answer.headers['location'] !== undefined) return diagnoseRedirect(answer);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const html = decode(Buffer.concat(chunks), answer.headers['content-type'] ?? '');
  const page = classifyAnswer(html, answer);
  if (page.kind !== 'paper') return diagnosePage(page);
  await file.writeFile(withBase(html, answer.address));
  return undefined;
}

/** One that was not followed, because it leads away from the paper: to the abstract, or to a test for humans. */
function diagnoseRedirect(answer: OutboundAnswer): Diagnosis {
  const page = classifyAnswer('<html></html>', answer);
  if (page.kind === 'challenge') return diagnosePage(page);
  return { cause: 'not_found', detail: `no HTML of this paper (redirected to ${answer.address})` };
}

/** Authors' own pages are not always in UTF-8, and say so in the header or in their first lines. */
function decode(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, 1024).toString('latin1');
  const label =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^<>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** The page with its own address before everything that is resolved against it; a relative base of its own counts. */
export function withBase(html: string, address: string): string {
  const own = /<base\s[^<>]*?href\s*=\s*["']([^"'<>]*)["']/i.exec(html)?.[1];
  const base = URL.parse(own ?? '', address)?.href ?? address;
  const tag = `<base href="${base.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
  const place =
    /<head(?:\s[^<>]*)?>/i.exec(html) ?? /<html(?:\s[^<>]*)?>/i.exec(html) ?? /^\s*<!doctype[^<>]*>/i.exec(html);
  const after = place === null ? 0 : place.index + place[0].length;
  return `${html.slice(0, after)}${tag}${html.slice(after)}`;
}
