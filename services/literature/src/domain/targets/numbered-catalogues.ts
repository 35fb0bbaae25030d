export interface NumberedCatalogue {
  /** The acronym in its usual spelling. */
  readonly name: string;
  readonly spellings: readonly string[];
  readonly min: number;
  readonly max: number;
  /** The number of decimals that a number of this catalogue may have: `GJ 176.1`, `TOI 700.01`. */
  readonly decimals: number;
  readonly separator: Separator;
  /** Whether the letter of a planet may follow after a blank (`HD 209458 b`). */
  readonly hasPlanets: boolean;
}

/**
 * How a number is joined to the acronym. ' ' means in any way, usually with a blank. '+' means with a separator. '-'
 * means with a separator, usually a hyphen. '=' means only with a hyphen, or in any way if the letter of a planet
 * follows.
 */
type Separator = ' ' | '+' | '-' | '=';

/**
 * Each row has the name (with other spellings after '/') and the largest number. If necessary, it also has the smallest
 * number, the number of decimals as `.n`, and the separator. The largest numbers come from the published catalogues and
 * SIMBAD's dictionary of nomenclature, rounded up if the list is still growing.
 */
const STARS = `
HD/HDE/hd 359083|HIP/hip 120404|HR 10 9110|SAO 258997|GJ/Gl/GL/Gliese/gj 9999 .2|LHS 6500|LTT 18500|NLTT 58900
Wolf 1600|Ross 1110|KIC/kic 100000 13200000|EPIC 200000000 252000000|TIC/tic 10000 99999999999|VB/vB 2 12
KOI/koi 9999 .2|TOI/toi 19999 .2|CTOI 1000 99999999999 .2|Feige 120 +|HZ 60 +|GD 10 1400|EGGR 600|BPM 99999
LkCa 21|LkHA/LkHα/LkHalpha 400|DoAr 65|MWC 1200|AS 10 520 +|WR 160|SS 433 460 +|VFTS 1000|BAT99 134|Lalande 50000 +
UScoCTIO/USco 200|Luhman 16|Groombridge 4243 +|Kruger/Krüger 60 +
WASP/wasp 300 -|HATS 120 -|HAT-P/hat-p 120 -|KELT 40 -|TrES 10 -|TRAPPIST/trappist 5 -|Kepler/KEPLER/kepler 2500 =
K2 500 =|CoRoT 50 =|XO 10 =|NGTS 60 =|MASCARA 10 =|Qatar 20 =`;

const OTHERS = `
NGC/ngc 7840|IC 5386|UGC/ugc 12921|UGCA 444|PGC/LEDA/pgc 7000000|Mrk/Mkn/Markarian/MRK/MKN 1515|Arp 338|Abell/ACO 4076
Ark/Akn 600|Fairall 1200|DDO 242|VCC 2100|HCG/Hickson 100|RCW 182|LBN 1125|LDN 1802|Barnard 370 +|HH 1300|Maffei 2
Melotte/Mel 245|Collinder/Cr 471|Trumpler/Tr 37|Berkeley 104|Ruprecht 176|King 27 +|Stock 24 +|Terzan 12|vdB 158
Palomar/Pal 15 +|Westerlund/Wd 2|Blanco 1|Pismis 27|Bochum 15|Haffner 26|Czernik 45|Dolidze 57|Lynga/Lyngå 15
Tombaugh 5|Ced/Cederblad 216|3C/3CR 470 .1|CTA 1 120|CTB 120|Kes 100|Ton/TON 1600|OJ 287 287`;

function catalogues(rows: string, hasPlanets: boolean): NumberedCatalogue[] {
  return rows
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const [names = '', ...rest] = row.split(' ');
      const spellings = names.split('/');
      const numbers = rest.filter((word) => /^\d/.test(word)).map(Number);
      const decimals = rest.find((word) => word.startsWith('.'));
      const separator = rest.find((word): word is Separator => /^[-+=]$/.test(word)) ?? ' ';
      return {
        name: spellings[0] ?? '',
        spellings,
        min: numbers.length > 1 ? (numbers[0] ?? 1) : 1,
        max: numbers.at(-1) ?? 0,
        decimals: Number(decimals?.slice(1) ?? 0),
        separator,
        hasPlanets,
      };
    });
}

export const NUMBERED_CATALOGUES: readonly NumberedCatalogue[] = [
  ...catalogues(STARS, true),
  ...catalogues(OTHERS, false),
];
