import Type, { type Static } from 'typebox';

/** A property of a node that its operator names, such as `gpu` or `site:heidelberg`. */
export const NodeTag = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$', maxLength: 64 });

const Architecture = Type.String({ pattern: '^[A-Za-z0-9_]{1,32}$', maxLength: 32 });
const Gigabytes = Type.Number({ minimum: 0, maximum: 1_000_000 });

/** The machine of a node, as its agent reports it at each start. */
export const NodeMachine = Type.Object({
  cores: Type.Integer({ minimum: 1, maximum: 65_536 }),
  /** Memory that the agent may use, in 10^9 bytes. */
  memory_gb: Gigabytes,
  /** As Node names it: `x64` or `arm64`. */
  arch: Architecture,
  /** Free space for the work dir at the start, in 10^9 bytes. */
  free_disk_gb: Type.Number({ minimum: 0 }),
  tags: Type.Array(NodeTag, { maxItems: 32 }),
});
export type NodeMachine = Static<typeof NodeMachine>;

/** Tasks go only to nodes whose machine meets these. Without a key, any machine will do. */
export const Requirements = Type.Object({
  memory_gb: Type.Optional(Gigabytes),
  cores: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
  arch: Type.Optional(Architecture),
  tags: Type.Optional(Type.Array(NodeTag, { minItems: 1, maxItems: 32 })),
});
export type Requirements = Static<typeof Requirements>;
