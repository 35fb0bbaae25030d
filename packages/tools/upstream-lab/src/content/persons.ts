/** Fictitious authors: [last name, first names, institute]. */
const PERSONS = {
  okonkwo: ['Okonkwo', 'Adaeze N.', 'Lagos Centre for Astrophysics'],
  lindqvist: ['Lindqvist', 'Sven-Erik', 'Östersund Observatory'],
  tanaka: ['Tanabe-Mori', 'Haruka', 'Sendai Institute of Stellar Physics'],
  marchetti: ['Marchettini', 'Lucia', 'Osservatorio di Rocca Alta'],
  vandermeer: ['van der Meerschen', 'Pieter', 'Zeeland University'],
  delacruz: ['de la Cruz-Bravo', 'Inés', 'Universidad del Altiplano'],
  oconnell: ["O'Connaught", 'Fiona', 'Burren Observatory'],
  mueller: ['Müllenbach', 'Jörg', 'Sternwarte Hohenfels'],
  jorgensen: ['Jørgensby', 'Mette', 'Ærø Stellar Laboratory'],
  swiatek: ['Świątkowska', 'Zofia', 'Bieszczady Observatory'],
  ozdemir: ['Özdağlar', 'Kerem', 'Kaçkar University'],
  petrov: ['Petrovskaya', 'Darya V.', 'Altai Astronomical Station'],
  nakamura: ['Nakatsuka', 'Kenji', 'Sendai Institute of Stellar Physics'],
  abernathy: ['Abernethy-Cole', 'Ruth', 'Prairie State University'],
  chaudhary: ['Chaudhuri-Sen', 'Anirban', 'Darjeeling Institute'],
  fontaine: ['Fontanelle', 'Odile', 'Observatoire du Mont Clair'],
  gutierrez: ['Gutierrez-Paz', 'Tomas', 'Universidad del Altiplano'],
  hakala: ['Hakalainen', 'Otso', 'Inari Observatory'],
  ibrahim: ['Ibrahim-Saleh', 'Nour', 'Siwa Astronomical Centre'],
  kowalski: ['Kowalczewski', 'Bartosz', 'Bieszczady Observatory'],
  laurent: ['Laurentin', 'Mathieu', 'Observatoire du Mont Clair'],
  moreau: ['Moreaux', 'Hélène', 'Observatoire du Mont Clair'],
  nguyen: ['Nguyen-Thanh', 'Linh', 'Da Lat Observatory'],
  ortega: ['Ortegal', 'Beatriz', 'Finisterre Institute'],
  pashkov: ['Pashkovets', 'Ilya', 'Altai Astronomical Station'],
  quist: ['Quistgaard', 'Anders', 'Ærø Stellar Laboratory'],
  rahman: ['Rahmanov', 'Farid', 'Shirvan Observatory'],
  stone: ['Stonebridge', 'Edward J.', 'Prairie State University'],
  takeda: ['Takedani', 'Yui', 'Sendai Institute of Stellar Physics'],
  ulrich: ['Ulrichsen', 'Karin', 'Sternwarte Hohenfels'],
  vasquez: ['Vasquez-Ibarra', 'Rodrigo', 'Universidad del Altiplano'],
  whitaker: ['Whitacre', 'Jane L.', 'Burren Observatory'],
  xu: ['Xu', 'Wenzhao', 'Qinling Observatory'],
  yilmaz: ['Yılmazer', 'Ece', 'Kaçkar University'],
  zhao: ['Zhao', 'Minglu', 'Qinling Observatory'],
  survey: ['ALMAGEST Survey Collaboration', '', ''],
} as const satisfies Record<string, readonly [string, string, string]>;

export type PersonKey = keyof typeof PERSONS;

export interface Person {
  readonly lastName: string;
  /** The first names. Empty for a collaboration. */
  readonly firstNames: string;
  readonly institute: string;
}

export function person(key: PersonKey): Person {
  const [lastName, firstNames, institute] = PERSONS[key];
  return { lastName, firstNames, institute };
}

/** Returns `Last, First`, as in the catalog. */
export function catalogName({ lastName, firstNames }: Person): string {
  return firstNames === '' ? lastName : `${lastName}, ${firstNames}`;
}

/** Returns `First Last`, as on the preprint server. */
export function preprintName({ lastName, firstNames }: Person): string {
  return firstNames === '' ? lastName : `${firstNames} ${lastName}`;
}

/** Returns `Last, F. M.`, as in lists of references. */
export function shortName({ lastName, firstNames }: Person): string {
  const initials = firstNames
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((name) => `${name.slice(0, 1)}.`);
  return initials.length === 0 ? lastName : `${lastName}, ${initials.join(' ')}`;
}
