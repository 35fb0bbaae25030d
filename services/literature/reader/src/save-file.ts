import { sendWithToken } from '@almagest/ui/api-client';
import type { ExportFormat, ExportRequest } from '@almagest/contracts/literature';
import { token } from './token.ts';

const NAMES: Readonly<Record<ExportFormat, string>> = {
  bibtex: 'library.bib',
  ris: 'library.ris',
  'csl-json': 'library.json',
  text: 'bibliography.txt',
  html: 'bibliography.html',
  bibitem: 'bibliography.tex',
  markdown: 'notes.md',
};

export type ChosenStyle = Pick<ExportRequest, 'style' | 'csl'>;

/** Exports papers and saves the file. A plain link could not send the token. */
export async function saveExport(
  format: ExportFormat,
  bibcodes: readonly string[],
  style: ChosenStyle = {},
): Promise<void> {
  const body = { format, bibcodes, ...style };
  await save(await sendWithToken('post', '/api/library/export', { body, timeoutMs: null }, token), NAMES[format]);
}

export async function saveAddress(address: string, name: string): Promise<void> {
  await save(await sendWithToken('get', address, { timeoutMs: null }, token), name);
}

async function save(response: Response, name: string): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
