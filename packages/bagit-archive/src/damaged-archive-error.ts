/** A damaged archive. The message names the place and what was expected there. */
export class DamagedArchiveError extends Error {
  override readonly name = 'DamagedArchiveError';
}
