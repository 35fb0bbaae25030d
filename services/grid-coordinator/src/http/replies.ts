export function envelope<T>(data: T, message = 'ok') {
  return { success: true, message, data };
}

/** Waits for `work` and returns a reply without data. */
export async function done(work: Promise<unknown>, message: string) {
  await work;
  return { success: true, message, data: null };
}
