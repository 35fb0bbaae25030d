/** Returns the ISBN and ISSN in these texts. A text may contain several: `0896-6273 (Print)`. */
export function serialNumbers(texts: readonly string[]): { isbn: string; issn: string } {
  const numbers = texts.flatMap((text) => text.split(/[;,\n]/)).map(bareNumber);
  return {
    isbn: numbers.filter(isIsbn).join(' '),
    issn: numbers.filter((number) => !isIsbn(number)).join(' '),
  };
}

/** Removes additions after the number. */
function bareNumber(text: string): string {
  return (text.split('(', 1)[0] ?? '').trim();
}

export function isIsbn(number: string): boolean {
  return /^(?:97[89])?\d{9}[\dX]$/i.test(number.replaceAll(/[\s-]/g, ''));
}
