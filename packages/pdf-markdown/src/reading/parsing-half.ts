import { registerHooks } from 'node:module';

/** The half of pdfjs that parses files. */
interface ParsingHalf {
  initializeFromPort(port: unknown): void;
}

const NAME = '/pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Passes on the tag and the number of marked content. */
const PASSED = 'args = [args[0].name, args[1] instanceof Dict ? args[1].get("MCID") : null];';
/** The same with the text that the file gives for it, such as the letters of a ligature. */
const WITH_TEXT = `const actual = args[1] instanceof Dict ? args[1].get("ActualText") : null;
${PASSED}
if (typeof actual === "string") args.push(stringToPDFString(actual));`;

/**
 * Loads the parsing half of pdfjs, changed so that it passes on the actual text of marked content.
 *
 * @throws if another version of pdfjs has other code at that place
 */
export async function loadParsingHalf(): Promise<ParsingHalf> {
  const hooks = registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(NAME)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (!source.includes(PASSED)) throw new Error('this version of pdfjs passes marked content in another way');
      return { ...loaded, source: source.replace(PASSED, WITH_TEXT) };
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
