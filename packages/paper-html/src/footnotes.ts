import type { MarkdownIt } from 'markdown-it';

const MARK = /^\[\^([^\]\s]{1,40})\]/;

/** Returns the id of a footnote. A label may contain characters that are not allowed in an id. */
export function footnoteId(label: string): string {
  return `fn.${label.replaceAll(/[^\w.]/g, (letter) => `.${letter.codePointAt(0)?.toString(16)}`)}`;
}

/** Renders `[^1]` as a link to the footnote, which is a separate block. */
export function footnoteMarks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'footnote_mark', (state, silent) => {
    const label = MARK.exec(state.src.slice(state.pos, state.pos + 50))?.[1];
    if (label === undefined) return false;
    if (!silent) state.push('footnote_mark', 'sup', 0).content = label;
    state.pos += label.length + 3;
    return true;
  });
  md.renderer.rules['footnote_mark'] = (tokens, at) => {
    const label = tokens[at]?.content ?? '';
    return `<sup class="footnote-mark"><a href="#${footnoteId(label)}">${md.utils.escapeHtml(label)}</a></sup>`;
  };
}
