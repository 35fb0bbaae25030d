import { DomHandler, type Document } from 'domhandler';
import { Parser, type ParserOptions } from 'htmlparser2';

/** The parser moves its list of open elements at each tag. */
const DEEPEST_TREE = 2000;

/** Follows the tags alone. Elements below `DEEPEST_TREE` are empty, and their content follows them. */
class ShallowParser extends Parser {
  #depth = 0;
  #isTooDeep = false;

  constructor(handler: DomHandler, options: ParserOptions) {
    super(
      {
        ontext: (text) => handler.ontext(text),
        oncomment: (text) => handler.oncomment(text),
        oncommentend: () => handler.oncommentend(),
        onopentag: (name, attributes) => {
          this.#depth += 1;
          handler.onopentag(name, attributes);
        },
        onclosetag: () => {
          this.#depth -= 1;
          handler.onclosetag();
        },
      },
      options,
    );
  }

  override onopentagname(start: number, end: number): void {
    this.#isTooDeep = this.#depth >= DEEPEST_TREE;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#isTooDeep = false;
    super.onclosetag(start, end);
  }

  protected override isVoidElement(name: string): boolean {
    return this.#isTooDeep || super.isVoidElement(name);
  }
}

/** Parses a page that is nested too deeply for a browser's rules. */
export function shallowTree(html: string, options: ParserOptions): Document {
  const handler = new DomHandler();
  new ShallowParser(handler, options).end(html);
  return handler.root;
}
