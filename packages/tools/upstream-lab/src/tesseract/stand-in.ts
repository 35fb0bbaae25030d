import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The reaction of the stand-in to an image. */
export type TesseractBehaviour =
  /** Prints the table that belongs to the width of the image. */
  | { readonly kind: 'reads' }
  /** Never answers, like a program that is stuck on a page. */
  | { readonly kind: 'hangs' }
  | { readonly kind: 'fails'; readonly message: string }
  /** Writes endlessly. */
  | { readonly kind: 'floods' };

/**
 * A program `tesseract` in a separate folder, which a test adds to the `PATH`. It has the interface of Tesseract 5, but
 * instead of reading an image it prints one of the given tables. The width of an image selects the table, so that pages
 * may be read in any order.
 */
export class TesseractStandIn {
  readonly folder: string;

  constructor(folder: string, languages: readonly string[] = ['eng', 'osd']) {
    this.folder = folder;
    mkdirSync(join(folder, 'pages'), { recursive: true });
    this.behave({ kind: 'reads' });
    this.#write('languages.json', languages);
    const path = join(folder, 'tesseract');
    writeFileSync(path, `#!${process.execPath}\n${PROGRAM.replace('FOLDER', JSON.stringify(folder))}`);
    chmodSync(path, 0o755);
  }

  behave(behaviour: TesseractBehaviour): void {
    this.#write('behaviour.json', behaviour);
  }

  /** Sets the table that is printed for images of this width. */
  print(width: number, table: string): void {
    writeFileSync(join(this.folder, 'pages', `${width}.tsv`), table);
  }

  #write(name: string, content: unknown): void {
    writeFileSync(join(this.folder, name), JSON.stringify(content));
  }
}

/** Runs with an empty environment, in plain JavaScript. */
const PROGRAM = `
const { appendFileSync, readFileSync } = require('node:fs');
const folder = FOLDER;
const read = (name) => JSON.parse(readFileSync(folder + '/' + name, 'utf8'));
const args = process.argv.slice(2);
if (args[0] === '--version') {
  process.stdout.write('tesseract 5.3.0\\n leptonica-1.82.0\\n');
} else if (args[0] === '--list-langs') {
  const languages = read('languages.json');
  process.stdout.write('List of available languages in "/usr/share/tessdata/" (' + languages.length + '):\\n');
  process.stdout.write(languages.map((language) => language + '\\n').join(''));
} else {
  const { kind, message } = read('behaviour.json');
  const image = readFileSync(0);
  appendFileSync(folder + '/calls', JSON.stringify({ pid: process.pid, args, env: Object.keys(process.env) }) + '\\n');
  if (kind === 'hangs') setInterval(() => undefined, 1000);
  else if (kind === 'fails') {
    process.stderr.write(message + '\\n');
    process.exitCode = 1;
  } else if (kind === 'floods') {
    const flood = () => process.stdout.write('x'.repeat(1 << 20), flood);
    flood();
  } else process.stdout.write(readFileSync(folder + '/pages/' + image.readUInt32BE(16) + '.tsv'));
}
`;
