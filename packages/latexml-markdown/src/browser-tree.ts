import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/** The HTML standard searches all open elements at each start tag. Papers are less than a hundred levels deep. */
const DEEPEST_TREE = 500;
/** Less, because browsers add elements. More than the reader follows, so that it warns of the loss. */
const DEEPEST_TAG = 400;
/** The parser compares each attribute with all earlier attributes of its tag. */
const MOST_ATTRIBUTES = 500;

class TooDeep extends Error {
  override message = 'the page is nested too deeply';
}

/** Parses a page like a browser. Text of elements that are nested too deeply becomes part of the elements around them. */
export function browserTree(html: string): Document {
  const short = withoutLongTags(html);
  try {
    return boundedTree(short);
  } catch (error) {
    if (error instanceof TooDeep) return boundedTree(withoutDeepTags(short));
    throw error;
  }
}

function boundedTree(html: string): Document {
  let depth = 0;
  const treeAdapter: typeof adapter = {
    ...adapter,
    onItemPush: () => {
      depth += 1;
      if (depth > DEEPEST_TREE) throw new TooDeep();
    },
    onItemPop: () => void (depth -= 1),
  };
  return parse(html, { treeAdapter });
}

/** Removes the attributes of tags that have more than `MOST_ATTRIBUTES`. */
function withoutLongTags(html: string): string {
  return html.replaceAll(/<[a-z][^<>]{2000,}>/gi, (tag) => {
    const names = tag.replaceAll(/"[^"]*"|'[^']*'/g, ' ').match(/[\s/][^\s/=>]/g) ?? [];
    return names.length > MOST_ATTRIBUTES ? `${/^[^\s/>]*/.exec(tag)?.[0]}>` : tag;
  });
}

/** Removes comments and the tags below `DEEPEST_TAG`. Keeps the text. */
function withoutDeepTags(html: string): string {
  const open = new Map<string, number>();
  let depth = 0;
  return html.replaceAll(
    /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s<>/]*)[^<>]*>?/gi,
    (tag, slash?: string, name?: string) => {
      if (name === undefined) return '';
      const count = open.get(name) ?? 0;
      const isClosing = slash === '/';
      if (isClosing && count === 0) return '';
      depth += isClosing ? -1 : 1;
      open.set(name, count + (isClosing ? -1 : 1));
      return depth + (isClosing ? 1 : 0) > DEEPEST_TAG ? '' : tag;
    },
  );
}
