const TITLE_CHARS = 80;
const EXCERPT_CHARS = 300;

/** Returns the beginning of a text on one line. Never splits a character. */
function excerpt(text: string, maxChars: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns the title under which a session is listed. The title is the beginning of the first question. */
export function titleOf(question: string): string {
  return excerpt(question, TITLE_CHARS);
}

/** Summarises a session: the last question, the last answer, and the number of calls of each tool. */
export function summarise(
  messages: readonly { readonly role: string; readonly agent: string; readonly content: string }[],
  tools: Readonly<Record<string, number>>,
  mainAgent: string,
): string {
  const own = messages.filter(({ agent }) => agent === mainAgent);
  const question = own.findLast(({ role }) => role === 'user')?.content ?? '';
  const answer = own.findLast(({ role, content }) => role === 'assistant' && content.trim() !== '')?.content;
  const calls = Object.entries(tools).map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  return [
    `Asked: ${excerpt(question, EXCERPT_CHARS)}`,
    answer === undefined ? 'No answer yet.' : `Answered: ${excerpt(answer, EXCERPT_CHARS)}`,
    ...(calls.length === 0 ? [] : [`Tools: ${calls.join(', ')}`]),
  ].join('\n');
}
