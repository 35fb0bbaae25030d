/**
 * Joins the parts of a title as citations do: `Cores: A Review. Erratum`. biblatex stores these parts in separate
 * fields.
 */
export function withSubtitle(title: string, subtitle: string, addon = ''): string {
  const whole = subtitle === '' ? title : `${title}${/[.:?!]$/.test(title) ? '' : ':'} ${subtitle}`;
  return addon === '' ? whole : `${whole}${/[.?!]$/.test(whole) ? '' : '.'} ${addon}`;
}

/** Reverses `withSubtitle`. Returns undefined if `whole` does not end with these parts. */
export function withoutSubtitle(whole: string, subtitle: string, addon = ''): string | undefined {
  return cuts(whole, '.', addon)
    .flatMap((main) => cuts(main, ':', subtitle))
    .find((title) => title !== '' && withSubtitle(title, subtitle, addon) === whole);
}

function cuts(whole: string, mark: string, part: string): string[] {
  if (part === '') return [whole];
  return [`${mark} ${part}`, ` ${part}`]
    .filter((tail) => whole.endsWith(tail))
    .map((tail) => whole.slice(0, -tail.length));
}
