/** Why a file gives no Markdown. */
export type PdfFailure = 'encrypted' | 'scanned' | 'damaged' | 'not_pdf' | 'too_large' | 'timed_out';

/** A fault of the file, not of the program: its reader can be told `message` as it stands. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly code: PdfFailure;

  constructor(code: PdfFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
