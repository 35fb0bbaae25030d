/** Why there is no text of a scan. */
export type RecognitionFailure =
  /** There is no Tesseract on this machine. */
  | 'no_program'
  /** It has no data of the language. */
  | 'no_language'
  /** It read no words: the pages are empty, or hold pictures only. */
  | 'no_words'
  /** It stopped at a page. */
  | 'failed';

/** `message` can be shown to the user as it is. */
export class RecognitionError extends Error {
  override readonly name = 'RecognitionError';
  readonly code: RecognitionFailure;

  constructor(code: RecognitionFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
