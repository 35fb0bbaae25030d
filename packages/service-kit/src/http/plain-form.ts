/** A part of a form. Its content is a view into the body. */
export interface PlainPart {
  readonly name: string;
  /** Whether the part was sent with a file name. */
  readonly isFile: boolean;
  readonly content: Buffer;
}

const BOUNDARY = /^multipart\/form-data; *boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i;
const HEADERS =
  /^Content-Disposition: form-data; name="([\w-]{1,64})"(?:; filename="([.+-]*\w[\w.+-]*)"(?:\r\nContent-Type: [\w.+-]+\/[\w.+-]+)?)?$/i;

const LINE_END = '\r\n';
const HEADERS_END = '\r\n\r\n';
/** Headers that match `HEADERS` are shorter than this. */
const MAX_HEADERS = 600;

/**
 * Splits a complete body into its parts if it is written the way common HTTP clients write it. Takes a tenth of the
 * time of a streaming parser. Returns undefined for every other body, valid or not.
 */
export function splitPlainForm(body: Buffer, contentType: string | undefined): PlainPart[] | undefined {
  const boundary = BOUNDARY.exec(contentType ?? '')?.[2];
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  if (body.toString('latin1', 0, delimiter.length) !== delimiter) return undefined;
  const parts: PlainPart[] = [];
  let at = delimiter.length;
  while (body.toString('latin1', at, at + LINE_END.length) === LINE_END) {
    const headersAt = at + LINE_END.length;
    const headersEnd = body.subarray(headersAt, headersAt + MAX_HEADERS).indexOf(HEADERS_END);
    const [, name, fileName] = HEADERS.exec(body.toString('latin1', headersAt, headersAt + headersEnd)) ?? [];
    const contentAt = headersAt + headersEnd + HEADERS_END.length;
    const end = body.indexOf(LINE_END + delimiter, contentAt, 'latin1');
    if (headersEnd < 0 || end < 0 || name === undefined) return undefined;
    parts.push({ name, isFile: fileName !== undefined, content: body.subarray(contentAt, end) });
    at = end + LINE_END.length + delimiter.length;
  }
  const rest = body.toString('latin1', at, at + 5);
  return rest === '--' || rest === '--\r\n' ? parts : undefined;
}
