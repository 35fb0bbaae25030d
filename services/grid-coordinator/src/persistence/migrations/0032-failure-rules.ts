import { statements } from '@almagest/service-kit/statements';

/** Records which rules of the configuration were applied after failures. */
export const migration = statements([
  // The rule that gives a point its next strategy, and the rules that it has used, each repeated as often as it was
  // applied.
  `alter table point add column next_rule text, add column rules_used text[]`,
  `alter table task add column rule text`,
]);
