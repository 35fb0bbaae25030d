import type { HighlightColor, NoteAnchorState, NoteListing } from '@almagest/contracts/literature';

export const COLOURS: readonly HighlightColor[] = ['yellow', 'green', 'blue', 'pink'];
/** The anchor states that the user can filter by. */
export const PLACES: readonly NoteAnchorState[] = ['moved', 'lost', 'paper'];

export interface NotesAddress {
  readonly q?: string;
  readonly colour?: HighlightColor;
  readonly place?: NoteAnchorState;
  readonly bibcode?: string;
  readonly collection?: string;
}

/** Reads a list of notes from an address. Ignores invalid values. */
export function readNotesAddress(values: Readonly<Record<string, unknown>>): NotesAddress {
  const text = (name: string, most: number) => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' && value.length <= most ? value : undefined;
  };
  const address = {
    q: text('q', 500),
    colour: COLOURS.find((one) => one === values['colour']),
    place: PLACES.find((one) => one === values['place']),
    bibcode: text('bibcode', 512),
    collection: /^[1-9]\d{0,8}$/.test(String(values['collection'])) ? String(values['collection']) : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)) as NotesAddress;
}

/** Returns the API request for a list. */
export function listingOf({ q, colour, place, bibcode, collection }: NotesAddress): NoteListing {
  return {
    ...(q === undefined ? {} : { q }),
    ...(colour === undefined ? {} : { highlight_color: colour }),
    ...(place === undefined ? {} : { anchor: place }),
    ...(bibcode === undefined ? {} : { bibcode }),
    ...(collection === undefined ? {} : { collection: Number(collection) }),
  };
}
