/** The reason why a scan has no text. */
export type RecognitionFailure =
  /** Tesseract is not installed. */
  | 'no_program'
  /** Tesseract has no data for the language. */
  | 'no_language'
  /** Tesseract found no words: the pages are empty or contain only pictures. */
  | 'no_words'
  /** Recognition of a page failed. */
  | 'failed';

/** `message` can be shown to the user unchanged. */
export class RecognitionError extends Error {
  override readonly name = 'RecognitionError';
  readonly code: RecognitionFailure;

  constructor(code: RecognitionFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
