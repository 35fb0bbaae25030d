const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The number of a month from its number or its name in English, of which the first three letters count. */
export function readMonth(text: string): number | undefined {
  const number = /^\s*0?([1-9]\d?)\s*$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) <= 12 ? Number(number) : undefined;
  const letters = /[a-z]{3}/i.exec(text)?.[0].toLowerCase() ?? '';
  const place = MONTHS.indexOf(letters);
  return place < 0 ? undefined : place + 1;
}

/** The name of the month of a date by which BibTeX knows it; '' where the date has none. */
export function monthName(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
}

/** A date as exact as its parts: `2013`, `2013-04`, `2013-04-17`. Zeros and what is no date are left out. */
export function dateOf(year: number | string, month?: number, day?: number): string {
  const number = Number(year);
  if (!Number.isInteger(number) || number < 1 || number > 9999) return '';
  const parts = [String(number).padStart(4, '0')];
  if (month !== undefined && Number.isInteger(month) && month >= 1 && month <= 12) {
    parts.push(String(month).padStart(2, '0'));
    if (day !== undefined && Number.isInteger(day) && day >= 1 && day <= 31) parts.push(String(day).padStart(2, '0'));
  }
  return parts.join('-');
}

/**
 * A date as people and programs write it: `2013-04-17`, `1993-00-00`, `2014/04/03/`, `04/2013`, `April 17, 2013`,
 * `17 April 2013`, `2019-01/2019-03` (its beginning). '' where there is no year.
 */
export function readDate(text: string): string {
  const ordered = /(?<!\d)(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?!\d)/.exec(text);
  if (ordered?.[1] !== undefined && ordered[2] !== undefined)
    return dateOf(ordered[1], Number(ordered[2]), ordered[3] === undefined ? undefined : Number(ordered[3]));
  if (ordered?.[1] === undefined) return '';
  const rest = text.replace(ordered[1], ' ');
  const name = /[a-z]{3,}/gi;
  const month =
    [...rest.matchAll(name)].map(([word]) => readMonth(word)).find((found) => found !== undefined) ??
    readMonth(/(?<!\d)(\d{1,2})\/\s/.exec(`${rest} `)?.[1] ?? '');
  const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?![\d/])/.exec(rest)?.[1];
  return dateOf(ordered[1], month, month === undefined || day === undefined ? undefined : Number(day));
}
