import type { Break, Reach } from './breaks.ts';

export function broken(source: string, { start, end, replacement }: Break): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/**
 * Returns the source with all its breaks. `brokenGuard` chooses the active break, so that a loaded module can be broken
 * in many ways. `firstNumber` is the number of the first break. Calls `reachedGuard` with the numbers at each place.
 */
export function switchable(source: string, breaks: readonly Break[], firstNumber: number): string {
  const places = new Map<string, { reach: Reach; numbers: number[] }>();
  for (const [index, { reach }] of breaks.entries()) {
    const key = `${reach.start} ${reach.end}`;
    const place = places.get(key) ?? { reach, numbers: [] };
    places.set(key, place);
    place.numbers.push(firstNumber + index);
  }
  const inserts: { at: number; text: string; closes: boolean; length: number }[] = [];
  for (const { reach, numbers } of places.values()) {
    const { start, end, isStatement } = reach;
    const call = `globalThis.reachedGuard?.(${numbers.join(',')})`;
    const choices = numbers.map((number) => {
      const one = breaks[number - firstNumber];
      const text = one === undefined ? '' : formOf(source, one);
      const isChosen = `globalThis.brokenGuard===${number}`;
      return isStatement ? `if(${isChosen}){${text}}else ` : `${isChosen}?(${text}):`;
    });
    const length = end - start;
    const text = isStatement ? `{${call};${choices.join('')}{` : `(${call},${choices.join('')}(`;
    inserts.push({ at: start, text, closes: false, length });
    inserts.push({ at: end, text: isStatement ? '}}' : '))', closes: true, length });
  }
  inserts.sort(
    (a, b) =>
      a.at - b.at || Number(b.closes) - Number(a.closes) || (a.closes ? a.length - b.length : b.length - a.length),
  );
  let text = '';
  let last = 0;
  for (const insert of inserts) {
    text += source.slice(last, insert.at) + insert.text;
    last = insert.at;
  }
  return text + source.slice(last);
}

/**
 * Returns the broken form of the expression or statement that contains the guard, on one line so that line numbers do
 * not change.
 */
function formOf(source: string, { start, end, replacement, reach }: Break): string {
  const form = source.slice(reach.start, start) + replacement + source.slice(end, reach.end);
  return form.includes('`') || form.includes('//') ? form : form.replace(/\n\s*/g, ' ');
}
