/** A question that one known paper of the laboratory answers. */
export interface LibraryQuestion {
  readonly question: string;
  /** The key of the paper in the laboratory's library. */
  readonly paper: string;
  /** Words of the passage that contains the answer. */
  readonly answer: string;
}

const of = (paper: string, questions: Readonly<Record<string, string>>): LibraryQuestion[] =>
  Object.entries(questions).map(([question, answer]) => ({ question, paper, answer }));

/** The questions avoid the papers' own words where astronomers have synonyms. */
export const LIBRARY_QUESTIONS: readonly LibraryQuestion[] = [
  ...of('tanaka2020', {
    'How large does Procyon appear in the sky?': '5.406',
    'Do hydrostatic models fit the interferometry of Procyon?': 'comes below 1.9',
    'Which stars were used to calibrate the observations of Procyon?': 'served as calibrators',
  }),
  ...of('okonkwo2014', {
    'What share of atmosphere models converges if they start from a neighbour rather than grey?': '96 per cent do',
    'How is the distance between two points of a grid of atmospheres measured?': 'define the distance of two points',
    'Is the average of two seeds a better starting model than the nearer one?': 'Two seeds do not help',
    'How does the reach of a seed depend on the closeness to the Eddington limit?': 'seeds reach less far',
  }),
  ...of('quist2017', {
    'How much slower is a ray with the Hermite solver than with a parabola?': 'a quarter more time',
    'How often does parabolic interpolation yield negative intensities?': '412 negative',
    'How are slopes of the source function limited so that nothing overshoots?': 'weighted harmonic mean',
  }),
  ...of('marchetti2016', {
    'What is the rotation period of the magnetic field of tau Sco?': '41 days',
    'What is the ratio of nitrogen to carbon in 10 Lac?': 'By number, N/C is',
    'What effective temperature and gravity does 10 Lac have?': '4.03',
  }),
  ...of('petrov2018', {
    'How far do gravities of hot DA white dwarfs from lines and from parallaxes disagree?': '0.07 dex',
    'Does the theory of dissolved levels hold for cool stars rich in helium?': 'neutral perturbers',
    'What surface gravity does Sirius B have with the new profiles?': '8.58',
  }),
  ...of('delacruz2001', {
    'Where in a hot atmosphere does radiation first overcome gravity?': 'well below the photosphere',
    'By how much is the limiting luminosity lower than the classical Eddington limit?': 'by up to 38 per cent',
    'Does a density inversion show that an atmosphere is unstable?': 'A density inversion alone',
  }),
  ...of('gutierrez2018', {
    'Are O stars of metal-poor galaxies hotter than those of our Galaxy?': 'does not depend on subtype',
    'How many more ionising photons does a metal-poor O7 dwarf emit?': '1.5 times as many',
    'How does the choice of microturbulence change temperatures of O stars?': 'shifts temperatures by 250 K',
  }),
  ...of('jorgensen2015', {
    'How much iron can radiation hold up in hot subdwarfs?': 'twice the amount found with fixed structures',
    'Which wind would explain that less iron is observed in subdwarfs than predicted?': 'A weak wind of',
    'Could stratified iron be mistaken for rotation?': 'would be taken for rotation',
  }),
  ...of('nguyen2020', {
    'How many models does one need to train an emulator for six parameters?': 'twice the floor at',
    'What happens to fitted temperatures if holes of the training grid are interpolated?': 'by 210 K',
    'How many neurons has the network that emulates spectra?': '128 neurons',
  }),
  ...of('okonkwo2005', {
    'How many chains of models broke, and how many were rescued?': '61 failed',
    'Can one tell from the final flux where an iteration started?': 'leaves no trace',
    'Which values does the Hopf function take at the surface and at depth?': '0.577',
  }),
  ...of('ozdemir2016', {
    'How strong is the dipole of 53 Cam?': '12.9 kG with a quadrupole',
    'How is the strength of regularisation chosen when magnetic fields are mapped?': 'leaving out each phase',
    'What is the smallest structure of a magnetic map that can be trusted with ten phases?': '40 degrees',
  }),
  ...of('tanaka2012', {
    'How much lithium do the oldest dwarfs contain in three dimensions?': '2.24',
    'Why do cool gas and hot radiation hardly change lithium abundances?': 'cancel within 0.03 dex',
    'What is the main uncertainty that is left for lithium?': 'Collisions with hydrogen are the largest',
  }),
  ...of('zhao2023', {
    'What does an exact Jacobian by automatic differentiation cost?': 'costs 2.3 residuals',
    'Do exact derivatives replace converged neighbours as starting models?': 'do not make seeds superfluous',
    'How does one get derivatives of the flux with respect to stellar parameters?': 'implicit function theorem',
  }),
  ...of('vandermeer2004', {
    'Which filling factor of clumps reconciles mass-loss rates of O stars?': 'volume filling',
  }),
  ...of('moreau2010', { 'Can the onset of a wind imitate microturbulence?': 'mimics' }),
  ...of('swiatek2012', { 'How was the nickel abundance of G191-B2B measured?': 'Thirty-one lines' }),
  ...of('kowalski2019', {
    'What field strength does Zeeman splitting show in a pulsating subdwarf?': 'reveals a field',
  }),
  ...of('abernathy2015', {
    'At which column mass do chromospheres of inactive M dwarfs begin?': 'start at column masses',
  }),
  ...of('yilmaz2023', { 'Can spots on a star be mistaken for water on its planet?': 'imitate water' }),
  ...of('ibrahim2011', { 'Where in the atmosphere of roAp stars are rare earths concentrated?': 'praseodymium float' }),
  ...of('petrov2022', { 'Are there A stars with weak magnetic fields?': 'among 212' }),
  ...of('vasquez2018', { 'How do V/R periods of Be stars scale with the size of their discs?': 'radius of the disc' }),
  ...of('rahman2024', { 'What inflates the envelopes of Wolf-Rayet stars?': 'iron opacity peak' }),
];

/** Questions that no paper of the library answers. */
export const UNRELATED_QUESTIONS: readonly string[] = [
  'How do I bake sourdough bread without a Dutch oven?',
  'Which party won the parliamentary election in Portugal?',
  'What is the offside rule in football?',
  'How are monoclonal antibodies produced in hamster cells?',
  'Who composed the opera about the Flying Dutchman?',
  'What interest rate did the central bank announce yesterday?',
  'How do I renew an expired passport at the embassy?',
  'Which enzyme unwinds DNA before replication?',
  'What is the best way to prune apple trees in winter?',
  'How do I configure a printer driver on my laptop?',
];
