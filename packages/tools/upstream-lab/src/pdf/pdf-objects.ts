import { lockOf, type Lock } from './encryption.ts';

/** Collects the numbered objects of a PDF, in the order of the file. */
export class PdfObjects {
  readonly #objects: string[] = [];
  readonly #lock: Lock | undefined;

  constructor(password: string | undefined) {
    this.#lock = password === undefined ? undefined : lockOf(password);
  }

  /** Reserves the number of an object that is set later. */
  reserve(): number {
    return this.#objects.push('');
  }

  set(number: number, content: string): void {
    this.#objects[number - 1] = content;
  }

  add(content: string): number {
    return this.#objects.push(content);
  }

  /** @param entries entries of the stream's dictionary, without the length */
  addStream(entries: string, plain: string): number {
    const number = this.reserve();
    const content = this.#lock?.encrypt(number, plain) ?? plain;
    this.set(number, `<< ${entries}/Length ${content.length} >>\nstream\n${content}\nendstream`);
    return number;
  }

  /** Returns the file as Latin-1 with one character per byte. */
  assemble(trailer: string): Buffer {
    let file = '%PDF-1.4\n';
    const offsets = this.#objects.map((content, index) => {
      const offset = file.length;
      file += `${index + 1} 0 obj\n${content}\nendobj\n`;
      return offset;
    });
    const start = file.length;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    file += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`;
    file += `trailer\n<< /Size ${offsets.length + 1} ${trailer}${this.#lock?.entries ?? ''} >>\n`;
    return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
  }
}
