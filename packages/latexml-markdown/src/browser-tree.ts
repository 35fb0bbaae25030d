import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/**
 * Maximum depth of the tree. The HTML standard searches all open elements at each start tag. Papers have less than a
 * hundred levels.
 */
const DEEPEST_TREE = 500;
/**
 * Maximum depth of the tags. It is less than `DEEPEST_TREE`, because browsers add elements. It is more than the reader
 * follows, so that the reader warns of the loss.
 */
const DEEPEST_TAG = 400;
/** Maximum number of attributes of a tag. The parser compares each attribute with all earlier attributes of the tag. */
const MOST_ATTRIBUTES = 500;

class TooDeep extends Error {
  override message = 'the page is nested too deeply';
}

/**
 * Parses a page like a browser. If elements are nested too deeply, their text becomes part of the elements around them.
 */
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

/** Removes the attributes of tags with more than `MOST_ATTRIBUTES` attributes. */
function withoutLongTags(html: string): string {
  return html.replaceAll(/<[a-z][^<>]{2000,}>/gi, (tag) => {
    const names = tag.replaceAll(/"[^"]*"|'[^']*'/g, ' ').match(/[\s/][^\s/=>]/g) ?? [];
    return names.length > MOST_ATTRIBUTES ? `${/^[^\s/>]*/.exec(tag)?.[0]}>` : tag;
  });
}

/** Removes comments and the tags below `DEEPEST_TAG`. The text of these tags is kept. */
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
