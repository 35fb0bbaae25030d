/** A damaged archive. The message names the place and what was expected there. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}
