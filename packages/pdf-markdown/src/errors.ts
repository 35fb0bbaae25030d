/** The reason why a file cannot be converted. */
export type PdfFailure = 'encrypted' | 'scanned' | 'damaged' | 'not_pdf' | 'too_large' | 'timed_out';

/** An error in the file, not in the program. `message` can be shown to the user unchanged. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly code: PdfFailure;

  constructor(code: PdfFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
