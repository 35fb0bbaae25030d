import { createHash } from 'node:crypto';

export interface Lock {
  /** Entries of the trailer. */
  readonly entries: string;
  readonly encrypt: (objectNumber: number, content: string) => string;
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const DOCUMENT_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

// 40-bit RC4, revision 2: algorithms 3.1 to 3.4 of the PDF Reference 1.4.
export function lockOf(password: string): Lock {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = md5(Buffer.concat([padded, owner, permissions, DOCUMENT_ID])).subarray(0, 5);
  const id = `<${DOCUMENT_ID.toString('hex')}>`;
  const [o, u] = [owner, rc4(key, PADDING)].map((bytes) => bytes.toString('hex'));
  return {
    entries: ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${o}> /U <${u}> /P -4 >> /ID [${id} ${id}]`,
    encrypt: (objectNumber, content) => {
      const salt = Buffer.from([objectNumber & 255, objectNumber >> 8, 0, 0, 0]);
      const own = md5(Buffer.concat([key, salt])).subarray(0, 10);
      return rc4(own, Buffer.from(content, 'latin1')).toString('latin1');
    },
  };
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => {
    const kept = at(i);
    state[i & 255] = at(j);
    state[j & 255] = kept;
  };
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}
