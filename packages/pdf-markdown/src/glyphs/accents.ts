// Old TeX fonts have no accented letters. The accent is drawn first, then its letter ("´e" for é).
const COMBINING: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¨': '\u0308',
  '˘': '\u0306',
  ˇ: '\u030c',
  '˙': '\u0307',
  '˚': '\u030a',
  '¯': '\u0304',
  '˝': '\u030b',
};
const BEFORE_LETTER = /([´`ˆ˜¨˘ˇ˙˚¯˝])([A-Za-zıȷ])/g;
// The cedilla is drawn before or after its letter.
const CEDILLA = /([CcSsTt])¸|¸([CcSsTt])/g;

export function endsInAccent(text: string): boolean {
  return text.slice(-1) in COMBINING || text.endsWith('¸');
}

/** Combines separate accents with the following letter. */
export function composeAccents(text: string): string {
  return text
    .replace(BEFORE_LETTER, (_, accent: string, letter: string) => {
      const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
      return (base + (COMBINING[accent] ?? '')).normalize('NFC');
    })
    .replace(CEDILLA, (_, before?: string, after?: string) => `${before ?? after ?? ''}\u0327`.normalize('NFC'));
}
