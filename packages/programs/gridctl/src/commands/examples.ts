/** Returns the examples at the end of a command's help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ gridctl ${line}`).join('\n')}`;
}
