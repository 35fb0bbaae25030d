import type { Document } from 'domhandler';
import { Parser, Token, Tokenizer } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';

/** The HTML standard searches all open elements at each start tag. Papers are less than a hundred levels deep. */
const DEEPEST_TREE = 500;
/** Each attribute is compared with all earlier ones of its tag. */
const MOST_ATTRIBUTES = 500;

class TooDeep extends Error {}

/** Skips further attributes of a tag that already has `MOST_ATTRIBUTES`. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    const isFull =
      (token?.type === Token.TokenType.START_TAG || token?.type === Token.TokenType.END_TAG) &&
      token.attrs.length >= MOST_ATTRIBUTES;
    // oxlint-disable-next-line no-underscore-dangle -- the name of parse5's method
    if (!isFull) super._leaveAttrName();
  }
}

/** Parses a page like a browser. Returns undefined if the page is nested deeper than `DEEPEST_TREE`. */
export function browserTree(html: string): Document | undefined {
  let depth = 0;
  const treeAdapter = {
    ...adapter,
    onItemPush: () => {
      depth += 1;
      if (depth > DEEPEST_TREE) throw new TooDeep();
    },
    onItemPop: () => void (depth -= 1),
  };
  const parser = new Parser<Htmlparser2TreeAdapterMap>({ treeAdapter });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  try {
    parser.tokenizer.write(html, true);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
  return parser.document;
}
