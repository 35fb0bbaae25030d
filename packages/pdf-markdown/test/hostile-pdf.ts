/** Arrays nested as deep as a file of one megabyte allows. */
const DEEP = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>';
const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** Files with excessively nested objects or with cycles. */
export const HOSTILE_PDFS: readonly (readonly [string, Buffer])[] = [
  ['a catalog with arrays of 500,000 levels', fileOf(`<< /Type /Catalog /Pages 2 0 R /X ${DEEP} >>`, ONE_PAGE, PAGE)],
  ['a page tree with arrays of 500,000 levels', fileOf(CATALOG, `<< /Type /Pages /Kids ${DEEP} /Count 1 >>`)],
  [
    'a page whose content has arrays of 500,000 levels',
    fileOf(CATALOG, ONE_PAGE, PAGE, `<< /Length ${DEEP.length + 3} >>\nstream\n${DEEP} TJ\nendstream`),
  ],
  ['a page tree that is its own child', fileOf(CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>')],
  [
    'a page tree that loops over two nodes',
    fileOf(
      CATALOG,
      '<< /Type /Pages /Kids [3 0 R] /Parent 3 0 R /Count 5 >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Parent 2 0 R /Count 5 >>',
    ),
  ],
  [
    'a page tree that branches into itself',
    fileOf(CATALOG, `<< /Type /Pages /Kids [${'2 0 R '.repeat(1_000)}] /Count 400 >>`),
  ],
  [
    'a page tree with fewer pages than it declares',
    fileOf(CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 400 >>', PAGE),
  ],
];

/** Writes a PDF with these objects, numbered from 1. The first is its catalog. */
export function fileOf(...objects: readonly string[]): Buffer {
  const offsets: number[] = [];
  let file = '%PDF-1.7\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
