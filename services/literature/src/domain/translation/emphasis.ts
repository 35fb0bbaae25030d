const RUN = /\*+/g;

/**
 * Emphasis is style, and not worth a sentence: a translation that lost a part of it goes without. Where it is whole, a
 * blank helps marks that Markdown does not read between punctuation and a letter (CommonMark's flanking rules), as in
 * `**图 1：**大气`. Both texts have their masks on.
 */
export function repairEmphasis(passage: string, source: string): string {
  if (passage === source) return passage;
  const runs = (text: string) =>
    [...text.matchAll(RUN)]
      .map(([run]) => run)
      .toSorted()
      .join(' ');
  if (runs(passage) !== runs(source)) return passage.replaceAll(RUN, '');
  const open: string[] = [];
  return passage.replaceAll(RUN, (run, at: number) => {
    const before = passage.slice(0, at).at(-1) ?? '';
    const after = passage.charAt(at + run.length);
    if (open.at(-1) === run) {
      open.pop();
      return isPunctuation(before) && isLetter(after) ? `${run} ` : run;
    }
    open.push(run);
    return isLetter(before) && isPunctuation(after) ? ` ${run}` : run;
  });
}

const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
