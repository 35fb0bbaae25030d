import type { ColumnType, Generated } from 'kysely';
import type { SkyObject } from '../../domain/targets/sky-object.ts';

export interface TargetTables {
  name_lookup: {
    name: string;
    /** Written as JSON text. Null for a name that the resolver does not know. */
    object: ColumnType<SkyObject | null, string | null, string | null>;
    fresh_until: Date;
  };
  target: {
    id: Generated<number>;
    identity: string;
    name: string;
    canonical_name: string;
    ra_deg: number;
    dec_deg: number;
    object_type: string | null;
    searchable: string;
  };
  target_paper: { target_id: number; paper_id: number };
}
