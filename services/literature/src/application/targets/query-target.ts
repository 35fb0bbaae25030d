import type { ObjectData } from '@almagest/contracts/literature';
import type { ObjectFinder } from './object-finder.ts';

export async function queryTarget({ objects }: { objects: ObjectFinder }, name: string): Promise<ObjectData> {
  const object = await objects.require(name);
  return {
    name: name.trim(),
    canonical_name: object.canonicalName,
    ra_deg: object.raDeg,
    dec_deg: object.decDeg,
    object_type: object.objectType,
    spectral_type: object.spectralType,
    magnitudes: object.magnitudes === null ? null : { ...object.magnitudes },
    parallax_mas: object.parallaxMas,
    radial_velocity_kms: object.radialVelocityKms,
    aliases: [...object.aliases],
    resolver: object.resolver,
  };
}
