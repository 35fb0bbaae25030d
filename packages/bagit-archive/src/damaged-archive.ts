/** An archive that is not what it says it is. The message names the place and tells what was expected there. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}
