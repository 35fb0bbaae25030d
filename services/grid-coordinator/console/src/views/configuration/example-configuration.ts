/** The initial text of a new workflow: a small grid that any engine can compute. */
export const EXAMPLE_CONFIGURATION = `# The axes of the grid. Its points are all combinations of these values.
grid:
  teff: [30000, 35000, 40000] # effective temperature in K
  logg: [5.5, 6.0] # log10 of the surface gravity in cm/s^2
  loghe: [-1.0] # log10 of the number ratio He/H
  logc: [-4.0] # likewise C/H,
  logn: [-4.0] # N/H
  logo: [-3.5] # and O/H

# The engine's calculation stages, in their order.
chain:
  - { label: lte, lte: yes, niter: 30 }
  - { label: nlte, lte: no, niter: 100 }
`;
