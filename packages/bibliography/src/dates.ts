const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Month prefixes in other languages if they differ from English: German, French, Italian, Spanish, Portuguese, Dutch.
 */
const FOREIGN_MONTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ene: 1,
    gen: 1,
    fév: 2,
    fev: 2,
    mär: 3,
    maa: 3,
    mrt: 3,
    avr: 4,
    abr: 4,
    mai: 5,
    mag: 5,
    mei: 5,
    maj: 5,
    giu: 6,
    lug: 7,
    aoû: 8,
    aou: 8,
    ago: 8,
    set: 9,
    okt: 10,
    ott: 10,
    out: 10,
    déc: 12,
    dez: 12,
    dic: 12,
  }),
);

/** Returns the number of a month, given as a number or as a name. Only the first three letters of a name count. */
export function readMonth(text: string): number | undefined {
  const number = /^\s*0?([1-9]\d?)\s*$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) <= 12 ? Number(number) : undefined;
  const word = /\p{L}{3,}/u.exec(text.normalize('NFC'))?.[0].toLowerCase() ?? '';
  // In French, June and July have the same first three letters.
  if (word.startsWith('juin')) return 6;
  if (word.startsWith('juil')) return 7;
  const letters = word.slice(0, 3);
  const place = MONTHS.indexOf(letters);
  return place < 0 ? FOREIGN_MONTHS.get(letters) : place + 1;
}

/** Returns BibTeX's name for the month of a date, or '' if the date has no month. */
export function monthName(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
}

/** Returns a date with the known parts: `2013`, `2013-04`, `2013-04-17`. Zeros and invalid parts are omitted. */
export function dateOf(year: number | string, month?: number, day?: number): string {
  const number = Number(year);
  if (!Number.isInteger(number) || number < 1 || number > 9999) return '';
  const parts = [String(number).padStart(4, '0')];
  if (month !== undefined && Number.isInteger(month) && month >= 1 && month <= 12) {
    parts.push(String(month).padStart(2, '0'));
    if (day !== undefined && Number.isInteger(day) && day >= 1 && day <= daysIn(number, month))
      parts.push(String(day).padStart(2, '0'));
  }
  return parts.join('-');
}

function daysIn(year: number, month: number): number {
  // Adds a whole cycle of the calendar, because `Date.UTC` reads years below 100 as 1900 and later.
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}

/** Matches the number of a standard before its year: `ISO 1989:2002`. */
const STANDARD = /^\s{0,9}\p{L}{2,9}[\p{L}\d ./-]{0,40}\d:(?=[12]\d{3}(?!\d))/u;

/**
 * Parses dates written by people and programs: `2013-04-17`, `1993-00-00`, `2014/04/03/`, `04/2013`, `April 17, 2013`,
 * `17 April 2013`, `17.4.2013`, `2013年4月17日`, `20130417`, `2019-01/2019-03` (the start). Returns '' if the text has no
 * year.
 */
export function readDate(text: string): string {
  const whole = readWholeDate(text);
  if (whole !== undefined) return whole;
  const ordered = /(?<!\d)([12]\d{3})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?!\d)/.exec(text.replace(STANDARD, ''));
  if (ordered?.[1] !== undefined && ordered[2] !== undefined)
    return dateOf(ordered[1], Number(ordered[2]), ordered[3] === undefined ? undefined : Number(ordered[3]));
  if (ordered?.[1] === undefined) return '';
  const rest = text.replace(ordered[1], ' ');
  const name = /\p{L}{3,}/gu;
  const month =
    [...rest.matchAll(name)].map(([word]) => readMonth(word)).find((found) => found !== undefined) ??
    readMonth(/(?<!\d)(\d{1,2})\/\s/.exec(`${rest} `)?.[1] ?? '');
  const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?![\d/])/.exec(rest)?.[1];
  return dateOf(ordered[1], month, month === undefined || day === undefined ? undefined : Number(day));
}

/** Parses a date whose form determines the position of each part. */
function readWholeDate(text: string): string | undefined {
  const found =
    /(?<![\d.])(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?!\d)/.exec(text) ??
    /(?<!\d)(?<year>\d{4})年(?<month>\d{1,2})月(?:(?<day>\d{1,2})日)?/.exec(text) ??
    /^\s{0,9}(?<year>[12]\d{3})(?<month>[01]\d)(?<day>[0-3]\d)\s{0,9}$/.exec(text);
  const { year, month, day } = found?.groups ?? {};
  if (year === undefined) return undefined;
  return dateOf(year, Number(month), day === undefined ? undefined : Number(day));
}
