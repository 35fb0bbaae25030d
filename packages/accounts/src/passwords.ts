import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes, as OWASP recommends. The hash contains the parameters. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes memory and a thread, so only this many passwords are hashed at a time. Further passwords wait. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(password.normalize('NFKC'), OPTIONS));
}

let decoy: Promise<string> | undefined;

/**
 * Returns whether the password has this hash. Without a hash, compares with a decoy, so that unknown and known names
 * take equally long.
 */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('decoy');
  const expected = passwordHash ?? (await decoy);
  const isRight = await inTurn(() => verify(expected, password.normalize('NFKC')));
  return isRight && passwordHash !== null && passwordHash !== undefined;
}
