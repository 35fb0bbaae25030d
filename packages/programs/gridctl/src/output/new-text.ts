import type { LogTail } from '@almagest/contracts/grid';

/** Finds the new lines of a growing text. Each call gets the current last part of the text. */
export class NewText {
  #end = 0;
  /** The beginning of an incomplete line. */
  #rest = '';

  /** Returns the lines that have been completed since the last call. A gap appears as `…`. */
  linesOf({ end, text }: LogTail): string[] {
    // A restarted engine writes its text from the beginning.
    if (end < this.#end) {
      this.#end = 0;
      this.#rest = '';
    }
    const bytes = Buffer.from(text);
    const added = end - this.#end;
    this.#end = end;
    const isGap = added > bytes.length;
    const fresh = isGap ? `…\n${text}` : bytes.subarray(bytes.length - added).toString();
    const lines = (this.#rest + fresh).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}
