import { load, YAMLException } from 'js-yaml';
import { readCslJson } from './read-csl-json.ts';
import { UnreadableFileError, type ReadLibrary } from './reference.ts';

/** Returns whether a text starts like CSL-YAML: with pandoc's references, or with a list of items. */
export function isCslYaml(head: string): boolean {
  return /^(?:---[ \t]*\n)?(?:references:[ \t]*\n|- (?:id|type|title|author|citation-key|abstract): )/.test(head);
}

/** Maximum number of aliases. Aliases may repeat an item, but a file must not expand to many times its size. */
const MAX_ALIASES = 100;

/** Reads CSL-YAML, the YAML form of CSL-JSON. Pandoc and Better BibTeX write this format. */
export function readCslYaml(text: string): ReadLibrary {
  // Text after a second `---` is another document, for example a manuscript.
  const [first = ''] = text.replace(/^---[ \t]*\n/, '').split(/^(?:---|\.\.\.)[ \t]*$/m, 1);
  try {
    return { ...readCslJson(load(first, { maxAliases: MAX_ALIASES })), format: 'csl-yaml' };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new UnreadableFileError(`the file is not YAML: ${error.message.split('\n', 1)[0]?.slice(0, 200)}`, {
      cause: error,
    });
  }
}
