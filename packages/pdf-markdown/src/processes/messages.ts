import type { Block } from '../block.ts';
import type { PdfFailure } from '../errors.ts';
import type { ParsedPdf } from '../parse-pdf.ts';
import type { PdfLimits } from '../reading/open-document.ts';
import type { PdfHead } from '../read-head.ts';
import type { ReadPage } from '../recognition/recognised-page.ts';
import type { DrawnPage, Region } from '../render-regions.ts';

/** The file with the memory of the current process. */
export const OWN_STATUS = '/proc/self/status';

export type Request =
  | { readonly task: 'parse'; readonly limits: PdfLimits }
  | { readonly task: 'head'; readonly limits: PdfLimits }
  | {
      readonly task: 'render';
      readonly regions: readonly Region[];
      readonly dpi?: number | undefined;
      readonly limits: PdfLimits;
    }
  | { readonly task: 'draw'; readonly pages: readonly number[]; readonly dpi: number }
  | { readonly task: 'arrange'; readonly pages: readonly ReadPage[] };

/** A parsed paper, with the time and memory that parsing took. */
export interface Parsed {
  readonly outcome: 'parsed';
  readonly parsed: ParsedPdf;
  /**
   * CPU time in seconds of all threads since the last reply. For the first paper, it includes the start of the process.
   */
  readonly cpuSeconds: number;
  /** Peak resident memory in bytes of the process so far. */
  readonly peakMemoryBytes: number;
}

export type Reply =
  | Parsed
  | { readonly outcome: 'head'; readonly head: PdfHead }
  | {
      readonly outcome: 'drawn';
      readonly pages: readonly (Omit<DrawnPage, 'image'> & { readonly image: Uint8Array })[];
    }
  | { readonly outcome: 'arranged'; readonly blocks: readonly Block[] }
  | { readonly outcome: 'rendered'; readonly images: readonly Uint8Array[] }
  | { readonly outcome: 'refused'; readonly code: PdfFailure; readonly message: string };
