import { statements } from '@almagest/service-kit/statements';

/** Adds columns for recognising nodes that fail on points that converge on other nodes, and for their doubted failures. */
export const migration = statements([
  `
     -- The results of a node's last attempts in a workflow, with decreasing weights for older ones (domain/nodes/node-doubt.ts).
     create table node_outcome (
       workflow_id integer not null,
       node_id text collate "C" not null,
       tried real not null,
       converged real not null,
       -- The first failure after its last success. Null after a success.
       failing_since timestamptz,
       primary key (workflow_id, node_id)) with (fillfactor = 50)`,
  `alter table node
     -- The number of successive pauses. 0 for a node that is not suspect.
     add column pauses smallint not null default 0,
     add column paused_until timestamptz,
     add column awaits_first_beat boolean not null default false`,
  `
     -- A failure that consumed no strategy, because its node failed points that others converge.
     alter table task add column doubted boolean not null default false`,
  `
     -- The node whose failure at the point is doubted, so that another node tries next.
     alter table point add column doubted_node text collate "C"`,
]);
