import type { Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';

export interface CaptionStart {
  readonly kind: 'figure' | 'table' | 'code';
  /** Normalised label: `Figure 3`, `Table A.1`. */
  readonly label: string;
}

const START =
  /^(extended data\s+|supplementary\s+)?(fig(?:ure)?|tab(?:elle|leau|le|la)?|exhibit|plate|scheme|listing|algorithm)s?\.?\s*((?:[A-Z]{1,3}[.-]?)?\d{1,3}(?:[.-]\d{1,2})*[a-z]?|[IVXL]+|[A-Z])(?=[\s.:,|—–)-]|$)\s*(?:([.:|—–-])\s*)?(\S[^]*|$)/iu;

/** Matches the mark of the later parts of a table that spans several pages. */
const CONTINUED = /^[([—–-]?\s?cont(?:inued|['’]d|\.)[)\].]?$/i;

const KINDS: Readonly<Record<string, CaptionStart['kind']>> = { tab: 'table', exh: 'table', lis: 'code', alg: 'code' };
const SPELT: Readonly<Record<string, string>> = { fig: 'Figure', tab: 'Table' };

/** Parses the start of a caption. A sentence that begins with "Figure 3 shows" is not a caption. */
export function captionStart(line: Line, metrics: Metrics): CaptionStart | undefined {
  const match = START.exec(line.text);
  // A title such as "Tables" has no number.
  if (!match || /^\p{L}+$/u.test(line.text.trim())) return undefined;
  const [, prefix = '', word = '', number = '', mark = '', rest = ''] = match;
  const isCaption = CONTINUED.test(rest) || isTitle(rest, mark, line, metrics);
  return isCaption ? labelOf(prefix.trim(), word.toLowerCase(), number) : undefined;
}

/** Maximum size of a caption without punctuation after the label. */
const SMALLER = 0.96; // share of the text size

/** Returns whether the text after a label is the text of a caption. */
function isTitle(rest: string, mark: string, line: Line, metrics: Metrics): boolean {
  if (/^\p{Ll}/u.test(rest)) return false;
  const isPunctuated = mark !== '' && !/^[-–]$/.test(mark);
  const isSmall = line.size < SMALLER * metrics.bodySize && /^\p{Lu}/u.test(rest);
  return isPunctuated || rest === '' || isMarked(line) || isSmall;
}

const FOREIGN = /^tab(?:elle|leau|la)$/;

function labelOf(prefix: string, word: string, number: string): CaptionStart {
  const short = word.slice(0, 3);
  const spelt = FOREIGN.test(word) ? capitalise(word) : (SPELT[short] ?? capitalise(word));
  return { kind: KINDS[short] ?? 'figure', label: [capitalise(prefix), spelt, number].filter(Boolean).join(' ') };
}

/** Returns whether the label is bold or in small capitals and followed by plain text. */
function isMarked(line: Line): boolean {
  const [first] = line.runs;
  return first !== undefined && (first.font.bold || first.font.smallCaps || /^(FIG|TAB)/.test(line.text));
}

function capitalise(word: string): string {
  return word === '' ? '' : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
