import { describe, expect, test } from '@jest/globals';
import { extractDesignations } from './extract-designations.ts';

const namesIn = (text: string): string[] =>
  extractDesignations({ text })
    .toSorted((a, b) => (a.offsets[0] ?? 0) - (b.offsets[0] ?? 0))
    .map(({ designation }) => designation);

/** Texts with their designations. The designations are in order and joined by semicolons. */
const FOUND: Readonly<Record<string, readonly (readonly [text: string, names: string])[]>> = {
  'catalogues with a number': [
    ['HD 209458', 'HD 209458'],
    ['the star HD209458, and HD 189733.', 'HD 209458; HD 189733'],
    ['hd 209458 and ngc 104 in a question', 'HD 209458; NGC 104'],
    ['HDE 226868 is a companion', 'HD 226868'],
    ['HIP 00677', 'HIP 677'],
    ['NGC-104, NGC0891, NGC 3314A', 'NGC 104; NGC 891; NGC 3314A'],
    ['Gl 581, Gliese 876, GJ 1214b, GJ 176.1', 'GJ 581; GJ 876; GJ 1214b; GJ 176.1'],
    ['TOI-700 d and TOI-700.01', 'TOI 700d; TOI 700.01'],
    ['TOI 837b, HD 209458 b (e.g. here)', 'TOI 837b; HD 209458b'],
    ["HD 209458's planet; HD 93129Aa", 'HD 209458; HD 93129Aa'],
    ['HD 144548 A. A correction', 'HD 144548'],
    ['HD 1234 e.g. one', 'HD 1234'],
    ['HD 1234 b = 5', 'HD 1234'],
    ['KIC011904151, EPIC 246199087, TIC460205581', 'KIC 11904151; EPIC 246199087; TIC 460205581'],
    ['Markarian 421, Mkn 501, Mrk 335', 'Mrk 421; Mrk 501; Mrk 335'],
    ['Wolf 359, Ross 128, Feige 110, GD 153, HZ 43, WR 140', 'Wolf 359; Ross 128; Feige 110; GD 153; HZ 43; WR 140'],
    ['3C 273, 3C454.3, 3C 66B', '3C 273; 3C 454.3; 3C 66B'],
    ['Tr 14, Trumpler 16, Melotte 22, Collinder 121', 'Trumpler 14; Trumpler 16; Melotte 22; Collinder 121'],
    ['Abell 2029 and ACO 1689', 'Abell 2029; Abell 1689'],
    ['UScoCTIO5 and UScoCTIO 5', 'UScoCTIO 5'],
    ['VFTS 102, BAT99-98, LkHα 330, AS 209', 'VFTS 102; BAT99 98; LkHA 330; AS 209'],
    ['SAO 206462, HR 8799 c, LHS 1140b', 'SAO 206462; HR 8799c; LHS 1140b'],
  ],
  'catalogues with their own number formats': [
    ['TYC 1234-00567-1', 'TYC 1234-567-1'],
    ['LP 944-20, ESO 137-001, ESO 350-IG040', 'LP 944-20; ESO 137-1; ESO 350-40'],
    ['MCG-6-30-15, MCG+08-22-104', 'MCG-06-30-015; MCG+08-22-104'],
    ['Sh 2-155, Sh2-106, I Zw 18, III Zw 2', 'Sh 2-155; Sh 2-106; I Zw 18; III Zw 2'],
    ['G191-B2B and CS 22892-052', 'G 191-B2B; BPS CS 22892-052'],
    ['LS I +61 303 and LS 5039', 'LS I +61 303; LS 5039'],
    ['OGLE-TR-56b, OGLE-2005-BLG-390Lb, MOA-2007-BLG-192', 'OGLE-TR-56b; OGLE-2005-BLG-390Lb; MOA-2007-BLG-192'],
    ['SMC AB 8', 'SMC AB 8'],
  ],
  'zone catalogues': [
    ['BD+75 325, BD +28°4211, BD−10 4149', 'BD+75 325; BD+28 4211; BD-10 4149'],
    ['BD$-$3 3967 and BD$+75^{\\circ}$325', 'BD-03 3967; BD+75 325'],
    ['CD−27 11015, CoD -27 11015, CPD-58 2661', 'CD-27 11015; CPD-58 2661'],
  ],
  'names with a position': [
    ['2MASS J23062928–0502285', '2MASS J23062928-0502285'],
    ['PSR J0437$-$4715, PSR B1919+21, PSR 1913+16', 'PSR J0437-4715; PSR B1919+21; PSR 1913+16'],
    ['PSR J0737-3039A, PSR J1748-2446ad', 'PSR J0737-3039A; PSR J1748-2446ad'],
    ['SDSS J123456.78+123456.7, WISE J085510.83-071442.5', 'SDSS J123456.78+123456.7; WISE J085510.83-071442.5'],
    ['PG 1159-035, WD 0642-166, PKS 2155-304, HE 0107-5240', 'PG 1159-035; WD 0642-166; PKS 2155-304; HE 0107-5240'],
    [
      'Swift J1644+57, SWIFT J1818.0-1607, 1RXS J121900.4+471747',
      'Swift J1644+57; Swift J1818.0-1607; 1RXS J121900.4+471747',
    ],
    [
      'IRAS 16293-2422, GRS 1915+105, 4U 1636-536, 1E 0657-56',
      'IRAS 16293-2422; GRS 1915+105; 4U 1636-536; 1E 0657-56',
    ],
    ['H.E.S.S. J1825-137 is HESS J1825-137', 'HESS J1825-137'],
    ['PSO J318.5338-22.8603', 'PSO J318.5338-22.8603'],
    ['GX 339-4, SNR G1.9+0.3, PSZ2 G045.32-38.46, 4C +37.11', 'GX 339-4; G1.9+0.3; PSZ2 G045.32-38.46; 4C +37.11'],
    ['Gaia DR2 5251470948229949568, Gaia EDR3 source_id 4295806720', 'Gaia DR2 5251470948229949568'],
    ['GAIA DR3 5251470948229949568', 'Gaia DR3 5251470948229949568'],
  ],
  'hosts of planets': [
    ['WASP-12b, HAT-P-7, HATS-3, KELT-9b', 'WASP-12b; HAT-P-7; HATS-3; KELT-9b'],
    ['Kepler-66b, Kepler 22 b, K2-100b, K2-33', 'Kepler-66b; Kepler-22b; K2-100b; K2-33'],
    ['TRAPPIST-1 e, CoRoT-7b, TrES-4, XO-3', 'TRAPPIST-1e; CoRoT-7b; TrES-4; XO-3'],
  ],
  variables: [
    ['RR Lyr, V404 Cyg, AE Aqr, SS Cygni', 'RR Lyr; V404 Cyg; AE Aqr; SS Cyg'],
    ['AU Mic b, V1298 Tau, V830Tau, AU Microscopii', 'AU Mic b; V1298 Tau; V830 Tau; AU Mic'],
    ['the star RX And, SU UMa and R Coronae Borealis', 'RX And; SU UMa; R CrB'],
    ['P Cygni is a luminous blue variable', 'P Cyg'],
  ],
  'Bayer and Flamsteed names': [
    ['τ Sco, $\\tau$~Sco, tau Sco, Tau Scorpii', 'tau Sco'],
    ['$\\omega$ Sco, ω Sco, Omega Scorpii', 'ome Sco'],
    ['α Cen B, alpha Centauri, alf Cen A', 'alf Cen B; alf Cen; alf Cen A'],
    ['θ1 Ori C, $\\theta^1$ Ori C, $\\theta^{1}$ Orionis C', 'tet1 Ori C'],
    ['ε Eridani b, ups And d, β-Pictoris, mu. Cep', 'eps Eri b; ups And d; bet Pic; mu Cep'],
    ['ζ Boötis and β Ursae Majoris', 'zet Boo; bet UMa'],
    ['51 Peg b, 61 Cygni, 55 Cnc e, 10 Lac', '51 Peg b; 61 Cyg; 55 Cnc e; 10 Lac'],
    ['47 Tuc and 30 Doradus', '47 Tuc; 30 Dor'],
  ],
  events: [
    ['SN 1987A, SN2011fe, SN 2023ixf, SN 1006', 'SN 1987A; SN 2011fe; SN 2023ixf; SN 1006'],
    ['AT2018cow, AT 2017gfo', 'AT 2018cow; AT 2017gfo'],
    ['GRB 080319B, GRB221009A, GRBs 050709', 'GRB 080319B; GRB 221009A; GRB 050709'],
    ['GW150914, GW200105_162426, FRB 121102, FRB20180916B', 'GW 150914; GW 200105_162426; FRB 121102; FRB 20180916B'],
    ['ASASSN-14li, ZTF18abcdefg, iPTF14hls, Gaia16aau', 'ASASSN-14li; ZTF18abcdefg; iPTF14hls; Gaia16aau'],
  ],
  'bright sources': [
    [
      'Cyg X-1, Cygnus X-1, Scorpius X-1, LMC X-3, M33 X-7, NGC 300 X-1',
      'Cyg X-1; Sco X-1; LMC X-3; M 33 X-7; NGC 300 X-1',
    ],
    ['Sgr A*, Sgr A$^{*}$, Sgr A⋆, Sagittarius A*, Sgr~A$^\\star$', 'Sgr A*'],
    ['Sgr B2 and Cas A, Cygnus A', 'Sgr B2; Cas A; Cyg A'],
  ],
  'the solar system': [
    ["1I/'Oumuamua, 1I/‘Oumuamua, 1I/Oumuamua, 2I/Borisov", "1I/'Oumuamua; 2I/Borisov"],
    ["3I/ATLAS (C/2025 N1), 3I/ATLAS's coma", '3I/ATLAS; C/2025 N1'],
    ['67P/Churyumov-Gerasimenko, 1P/Halley, P/2010 A2', '67P/Churyumov-Gerasimenko; 1P/Halley; P/2010 A2'],
    ['the asteroid (433) Eros and (3200) Phaethon', '(433) Eros; (3200) Phaethon'],
  ],
  'Messier objects': [
    ['the globular cluster M 13', 'M 13'],
    ['M31 is a galaxy. Far from it, after much else that has to be said here, M31 again', 'M 31'],
    ['Messier 5 and M 5', 'M 5'],
    ['the nebula M 1 (NGC 1952)', 'M 1; NGC 1952'],
    ['the galaxies M81, M82 and M 110', 'M 81; M 82; M 110'],
  ],
  'line breaks and markup': [
    ['HD\n209458, HD\r\n  189733', 'HD 209458; HD 189733'],
    ['Kepler-\n10b and TRAPPIST-\n  1', 'Kepler-10b; TRAPPIST-1'],
    ['HD\u00a0209458, HD\u2009209458, HD~209458, HD\\,209458, {HD} 209458', 'HD 209458'],
    ['HD&nbsp;209458 **HD 209458** _HD 209458_ *HD 209458* \\object{HD 209458} \\textbf{HD 209458}', 'HD 209458'],
    ['HD 209458<sup>1</sup>, HD 209458$^{1}$, HD 209458¹, [HD 209458](#bib.1)', 'HD 209458'],
    ['| HD 209458 | 5 |\n| HD 189733 | 4 |', 'HD 209458; HD 189733'],
    ['<td>HD 209458</td><td>4</td>', 'HD 209458'],
    ['\\$*τ*\\$ Sco, *τ* Sco, $τ$ Sco', 'tau Sco'],
    ['3C\\_273 Sgr A\\*', 'Sgr A*'],
  ],
};

for (const [kind, cases] of Object.entries(FOUND))
  describe(`finds ${kind}`, () => {
    test.each(cases)('in %j', (text, names) => {
      expect([...new Set(namesIn(text))].join('; ')).toBe(names);
    });
  });

/** Texts without any designation. */
const NONE: Readonly<Record<string, readonly string[]>> = {
  'television and instruments': [
    'HD 1080 video',
    'an HD 720p display of 1080 lines',
    'HARPS, Gaia DR2, Gaia DR3 and SDSS DR17',
    'the ESO 3.6-m telescope, ESO programme 097.D-0123, ESO 2-2 m',
    'the Palomar 5-m and the Palomar 5 m telescope',
    'TIC8, TIC v8.2 and the Kepler 30 minutes',
  ],
  'numbers that no entry of the catalogue has': [
    'HD 999999, HD 0, HIP 120405, HR 9111, NGC 7841, IC 5387, UGC 12922, KIC 12, EPIC 123456',
    'HD 1234.5 and NGC 104.25',
    'NGC 104x, HD 209458th, xHD 209458, HD_209458',
    'BD+95 1, BD-50 123, CD+10 123, TYC 9999-1-9',
    'PSR J2537+4715, 2MASS J12640000+0000000, PG 1159-935',
    'GRB 081332, GW 151350, FRB 129999',
  ],
  'authors, years and grants': [
    'Ross 1995; Wolf 1998; (Abell 1958), King 1966, Barnard 1919',
    'grant PGC2021-125, PGC2018-095317, contract ESO123-1, projects HD1234',
    'R. Lyr, A. Cyg and V. Ori et al. 2010',
    'the survey of 2010-2015, A 2010-2012, HE 2005-2015, KS 2015-16',
  ],
  'spectral types, models and quantities': [
    'M 1, M 5 dwarfs, M4.5, spectral type M 31 in the cluster',
    'model M 13 of the cluster, and M 13 of the cluster',
    'M~10 in units of the mass, $M 31$',
    'K2-5 dwarfs? spectral types K2-5, G5-8, K2 5 d',
    'V 5, Vol. V 404, V 404',
    'hardness ratios HR1 and HR2',
    'G 10.5-12.3 mag',
    'hours HH 12:30',
    '$V$ Vel, $R$ And the',
  ],
  'tables, sections and enumerations': [
    'Table 3C, Table 3C 5, Fig. 4C 12.34, Section 51 Peg',
    '(1) The first, (2) Smith, (12) Kurucz, (2018) Randich et al.',
    'see Section 3 For the rest; 5 Per cent; in 3 And the rest',
    '6 Oct 2015, 12 Men, 2 Car',
  ],
  'classes of stars': [
    'RR Lyrae stars, RR Lyr variables, T Tauri phase, FU Orionis-type objects',
    'δ Scuti pulsators, β Cephei stars, γ Doradus class, AM CVn systems',
    'P Cygni profiles, P Cygni lines, P Cyg absorption',
    'a τ Sco-like star',
  ],
  words: [
    'IR And Optical, UV And X-ray, UV For Her',
    'the Leo group, the Virgo cluster, pi and eta',
    'σ For each, ν And the rest',
    'IC in text, an HR diagram, the AB system, LP filter',
    'JJ Cyg, ZA Cyg, V12 Cyg, V300 Cyg, BA Xyz',
  ],
  'files and addresses': [
    'HD209458.fits, HD209458_spec.txt, HD_209458.png, fig_HD209458.pdf',
    'https://example.org/HD/209458?star=HD209458 and www.example.org/HD209458',
    '[the star](https://example.org/HD209458) ![](figures/TOI837.png)',
    'data/spectra/HD209458.dat and data/spectra/HD209458/1',
  ],
  'what stands apart': [
    'HD\n\n209458',
    'HD | 209458',
    '<td>HD</td><td>209458</td>',
    'HD; 209458, HD (209458)',
    'HD \\approx 209458',
  ],
};

for (const [kind, texts] of Object.entries(NONE))
  describe(`is not misled by ${kind}`, () => {
    test.each(texts)('%j', (text) => {
      expect(namesIn(text)).toEqual([]);
    });
  });

test('counts every place and returns where it begins in the original text', () => {
  const text = 'HD~209458 ﬁrst, $\\alpha$~Cen; HD\n209458 and TOI\u2009837; HD 209458';
  expect(extractDesignations({ text })).toEqual([
    {
      designation: 'HD 209458',
      catalog: 'HD',
      count: 3,
      offsets: [0, text.indexOf('HD\n'), text.lastIndexOf('HD')],
    },
    { designation: 'alf Cen', catalog: 'Bayer', count: 1, offsets: [text.indexOf('\\alpha')] },
    { designation: 'TOI 837', catalog: 'TOI', count: 1, offsets: [text.indexOf('TOI')] },
  ]);
});

test('accepts the title and the keywords as the second piece of evidence for a Messier object', () => {
  const text = 'We observed M 67 with a spectrograph.';
  expect(extractDesignations({ text })).toEqual([]);
  expect(extractDesignations({ text, subject: 'The age of M67' })).toHaveLength(1);
  expect(extractDesignations({ text: `${text} Model M 67 fails.`, subject: 'The age of M67' })).toEqual([]);
});

test('ignores the text to skip, and does not join text across it', () => {
  const text = 'HD 1 and HD [[HD 2]] 3 and HD 4';
  const skipped = [{ start: text.indexOf('[['), end: text.indexOf(']]') + 2 }];
  expect(extractDesignations({ text, skipped }).map(({ designation }) => designation)).toEqual(['HD 1', 'HD 4']);
});
