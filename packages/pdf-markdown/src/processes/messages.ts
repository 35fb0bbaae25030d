import type { PdfFailure } from '../errors.ts';
import type { ParsedPdf } from '../parse-pdf.ts';
import type { PdfLimits } from '../reading/open-document.ts';
import type { Region } from '../render-regions.ts';

/** What a process is asked for. */
export type Request =
  | { readonly task: 'parse'; readonly path: string; readonly limits: PdfLimits }
  | {
      readonly task: 'render';
      readonly path: string;
      readonly regions: readonly Region[];
      readonly dpi?: number | undefined;
      readonly limits: PdfLimits;
    };

/** A paper, and what the process that read it has taken. */
export interface Parsed {
  readonly outcome: 'parsed';
  readonly parsed: ParsedPdf;
  /** Time of processors, of all threads, since the last reply; of the first paper with the start of the process. */
  readonly cpuSeconds: number;
  /** Highest resident memory of the process so far. */
  readonly peakMemoryBytes: number;
}

/** What it answers. */
export type Reply =
  | Parsed
  | { readonly outcome: 'rendered'; readonly images: readonly Uint8Array[] }
  | { readonly outcome: 'refused'; readonly code: PdfFailure; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };
