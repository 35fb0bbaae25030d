import { registerHooks } from 'node:module';

/** The half of pdfjs that parses files. */
interface ParsingHalf {
  initializeFromPort(port: unknown): void;
}

const NAME = '/pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Sends the tag and the number of marked content. */
const SENT = 'args = [args[0].name, args[1] instanceof Dict ? args[1].get("MCID") : null];';
/** Also sends the text that the file gives for it, such as the letters of a ligature. A property list may be a resource. */
const WITH_TEXT = `{
  const lists = args[1] instanceof Name ? resources.get("Properties") : null;
  const list = lists instanceof Dict ? lists.get(args[1].name) : args[1];
  const actual = list instanceof Dict ? list.get("ActualText") : null;
  ${SENT}
  if (typeof actual === "string") args.push(stringToPDFString(actual));
}`;

/**
 * Loads the parsing half of pdfjs, changed so that it sends the actual text of marked content. Its API
 * has no other access to this text.
 *
 * @throws if another version of pdfjs has other code at that place
 */
export async function loadParsingHalf(): Promise<ParsingHalf> {
  const hooks = registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(NAME)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (!source.includes(SENT)) throw new Error('this version of pdfjs sends marked content in another way');
      return { ...loaded, source: source.replace(SENT, () => WITH_TEXT) };
    },
  });
  try {
    // @ts-expect-error The worker half of pdfjs has no types.
    const { WorkerMessageHandler } = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return WorkerMessageHandler as ParsingHalf;
  } finally {
    hooks.deregister();
  }
}
