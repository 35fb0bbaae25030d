import { Refusal } from '@almagest/service-kit/refusal';
import { freshSec, plainName, type Resolution, type SkyObject } from '../../domain/targets/sky-object.ts';
import type { Db } from '../../persistence/database.ts';
import { findLookup, storeLookup } from '../../persistence/targets/name-lookup-repository.ts';

export interface ObjectResolver {
  resolve(name: string, signal?: AbortSignal): Promise<Resolution>;
}

/**
 * Finds objects by name. All processes share a cache of the resolver's results, including the result that a name is
 * unknown.
 */
export class ObjectFinder {
  readonly #db: Db;
  readonly #resolver: ObjectResolver;
  /** Requests in progress, by name. Concurrent callers for one name share a request. */
  readonly #asked = new Map<string, Promise<SkyObject | undefined>>();

  constructor(db: Db, resolver: ObjectResolver) {
    this.#db = db;
    this.#resolver = resolver;
  }

  /** Returns the object with this name, or undefined if the resolver does not know the name. */
  async find(text: string): Promise<SkyObject | undefined> {
    const name = readName(text);
    const known = await findLookup(this.#db, name);
    if (known !== undefined) return known.object ?? undefined;
    const asked = this.#asked.get(name) ?? this.#ask(name).finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return await asked;
  }

  /** Returns whether `find` would query the resolver. */
  async wouldAsk(text: string): Promise<boolean> {
    return (await findLookup(this.#db, readName(text))) === undefined;
  }

  async require(text: string): Promise<SkyObject> {
    const object = await this.find(text);
    if (object !== undefined) return object;
    throw new Refusal('unknown', `the name resolver does not know an object named ${text.trim()}`);
  }

  async #ask(name: string): Promise<SkyObject | undefined> {
    const resolution = await this.#resolver.resolve(name);
    await storeLookup(this.#db, name, resolution.object, freshSec(resolution));
    return resolution.object;
  }
}

function readName(text: string): string {
  const name = plainName(text);
  if (name === '') throw new Refusal('malformed', `name: ${JSON.stringify(text)} is not a name`);
  return name;
}
