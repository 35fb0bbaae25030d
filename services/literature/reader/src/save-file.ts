import { sendWithToken } from '@almagest/ui/api-client';
import type { BibliographyStyle, ExportFormat } from '@almagest/contracts/literature';
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

/** Exports papers and saves the file. A plain link could not send the token. */
export async function saveExport(
  format: ExportFormat,
  bibcodes: readonly string[],
  style?: BibliographyStyle,
): Promise<void> {
  const body = { format, bibcodes, ...(style === undefined ? {} : { style }) };
  const response = await sendWithToken('post', '/api/library/export', { body, timeoutMs: null }, token);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = NAMES[format];
  link.click();
  URL.revokeObjectURL(address);
}
