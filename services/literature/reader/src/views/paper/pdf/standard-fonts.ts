const addresses = import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});

const addressByName = new Map(
  Object.entries(addresses).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/**
 * Loads the fonts that every PDF program must have, such as Symbol with its Greek letters. PDFs don't embed these
 * fonts. pdf.js calls `fetch` with the original file name, but the build has renamed the file.
 */
export class StandardFonts {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = addressByName.get(filename);
    if (address === undefined) throw new Error(`the reader has no font ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the font ${filename} was not sent (HTTP ${response.status})`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
