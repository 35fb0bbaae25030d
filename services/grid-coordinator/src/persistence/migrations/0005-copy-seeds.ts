import { statements } from '@almagest/service-kit/statements';

/**
 * Creates versions for seeds that were stored before models had versions. Keeps rows written meanwhile, which are
 * newer.
 */
export const migration = statements([
  `insert into model (name, signature, sha256, size_bytes, max_relc, lineage, fit, stored_at)
     select name, signature, sha256, size_bytes, max_relc, lineage, fit, stored_at from seed
     on conflict (name, sha256, workflow_id, signature) do nothing`,
  `insert into current_model (name, signature, model_id, teff, logg, loghe, logc, logn, logo, sha256, size_bytes,
                                max_relc, lineage, fit, released, stored_at)
     select s.name, s.signature, m.id, s.teff, s.logg, s.loghe, s.logc, s.logn, s.logo, s.sha256, s.size_bytes,
            s.max_relc, m.lineage, s.fit, s.released, s.stored_at
     from seed s join model m on m.name = s.name and m.sha256 = s.sha256 and m.workflow_id is null
       and m.signature is not distinct from s.signature
     on conflict (name, signature) do nothing`,
]);
