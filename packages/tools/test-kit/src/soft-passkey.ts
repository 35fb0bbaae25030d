import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

/** Values that let a device or a page behave incorrectly. */
interface Conduct {
  /** The origin of the page. */
  readonly origin?: string;
  /** The host name that the device uses. */
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly format?: string;
}

interface Registration {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** Encodes small values in CBOR. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number) =>
    Buffer.from(n < 24 ? [(major << 5) | n] : n < 256 ? [(major << 5) | 24, n] : [(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part))]);
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** A passkey in memory, which signs what a device and a browser would sign. */
export class SoftPasskey {
  readonly id = encode(randomBytes(16));
  counter = 0;
  readonly #origin: string;
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  #userHandle = '';

  /** @param origin the address of the page that uses the passkey */
  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Answers the challenge of a registration. */
  create({ challenge, user }: Registration, name: string, conduct: Conduct = {}) {
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(WITH_KEY, conduct),
      Buffer.alloc(16),
      length,
      id,
      cbor(key),
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', conduct.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      name,
      id: this.id,
      client_data: encode(this.#clientData('webauthn.create', challenge, conduct)),
      attestation: encode(cbor(attestation)),
      transports: ['internal'],
    };
  }

  /** Answers the challenge of a sign-in. */
  sign({ challenge }: Pick<Registration, 'challenge'>, conduct: Conduct = {}) {
    const data = this.#clientData('webauthn.get', challenge, conduct);
    const authData = this.#authenticatorData(0, conduct);
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
    return {
      id: this.id,
      client_data: encode(data),
      authenticator_data: encode(authData),
      signature: encode(sign('sha256', signed, this.#keys.privateKey)),
      user_handle: this.#userHandle,
    };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Conduct): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, { host = 'localhost', isVerified = true, counter }: Conduct): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | PRESENT | (isVerified ? VERIFIED : 0));
    rest.writeUInt32BE(counter ?? this.counter, 1);
    return Buffer.concat([createHash('sha256').update(host).digest(), rest]);
  }
}
