import { count } from './format.ts';

/** Returns a number with its English noun: `1 point`, `2,000 points`. Chinese nouns do not change. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
