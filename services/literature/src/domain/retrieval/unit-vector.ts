/** The vector at length 1; one without a direction stays as it is. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

/** The cosine of the angle between vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
