/** The answer of an operation of the console. */
export function envelope<T>(data: T, message = 'ok') {
  return { success: true, message, data };
}

/** The answer of an operation that has nothing to tell but that it is done. */
export async function done(work: Promise<unknown>, message: string) {
  await work;
  return { success: true, message, data: null };
}
