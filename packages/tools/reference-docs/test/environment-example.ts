/** A variable of `.env.example`, with the value on its line and the comment above it. */
export interface ShownVariable {
  readonly name: string;
  readonly value: string;
  readonly comment: string;
}

/** Returns the variables of `.env.example`. Consecutive lines share the comment above the first line. */
export function shownVariables(example: string): ShownVariable[] {
  const shown: ShownVariable[] = [];
  let comment: string[] = [];
  let inComment = false;
  for (const line of example.split('\n')) {
    const [, name, value = ''] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) shown.push({ name, value, comment: comment.join(' ') });
    const text = /^# (.*)$/.exec(line)?.[1];
    if (text !== undefined) comment = inComment ? [...comment, text] : [text];
    else if (name === undefined) comment = [];
    inComment = text !== undefined;
  }
  return shown;
}
