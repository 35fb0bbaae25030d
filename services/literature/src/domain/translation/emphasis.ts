const RUN = /\*+/g;

/**
 * Repairs the emphasis of a translation. If a part of it was lost, all of it is dropped, because it is only style.
 * Otherwise blanks are inserted where Markdown would not recognise marks between punctuation and a letter (CommonMark's
 * flanking rules), as in `**图 1：**大气`. Both texts contain masks.
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
