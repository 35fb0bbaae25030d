/**
 * Returns the evidence that an event is more frequent than `expected`, after it occurred in `observed` of `tried`
 * cases: n D(f || q) with D(f || q) = f ln(f/q) + (1-f) ln((1-f)/(1-q)). If the event is not more frequent, the chance
 * of so many occurrences is at most exp(-evidence) (Hoeffding 1963, theorem 1). Returns 0 if `observed` is no more than
 * expected.
 */
export function hoeffdingEvidence(tried: number, observed: number, expected: number): number {
  if (tried <= 0) return 0;
  const part = Math.min(1, Math.max(0, observed / tried));
  if (part <= expected) return 0;
  return tried * (term(part, expected) + term(1 - part, 1 - expected));
}

function term(observed: number, expected: number): number {
  return observed === 0 ? 0 : observed * Math.log(observed / expected);
}
