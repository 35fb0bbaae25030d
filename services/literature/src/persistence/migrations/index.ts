import { accountMigration, oidcMigration, passkeyMigration } from '@almagest/accounts';
import type { Migration } from 'kysely/migration';
import { migration as chosenValues } from './0048-chosen-values.ts';
import { migration as itemDigests } from './0052-item-digests.ts';
import { migration as mailDigests } from './0052-mail-digests.ts';
import { migration as citationStyles } from './0053-citation-styles.ts';
import { migration as literature } from './0001-literature.ts';
import { migration as translation } from './0002-translation.ts';
import { migration as retrieval } from './0003-retrieval.ts';
import { migration as targets } from './0004-targets.ts';
import { migration as agent } from './0005-agent.ts';
import { migration as retention } from './0006-retention.ts';
import { migration as parsedFiles } from './0007-parsed-files.ts';
import { migration as outcomesAndSearch } from './0008-outcomes-and-search.ts';
import { migration as noteAnchors } from './0009-note-anchors.ts';
import { migration as searchTextTrigger } from './0010-search-text-trigger.ts';
import { migration as fillSearchText } from './0011-fill-search-text.ts';
import { migration as leases } from './0012-leases.ts';
import { migration as hostRateLimits } from './0013-host-rate-limits.ts';
import { migration as ownPapers } from './0014-own-papers.ts';
import { migration as librarySearch } from './0015-library-search.ts';
import { migration as paperWords } from './0016-paper-words.ts';
import { migration as readingState } from './0017-reading-state.ts';
import { migration as bibliographyItems } from './0018-bibliography-items.ts';
import { migration as alerts } from './0019-alerts.ts';
import { migration as merges } from './0020-merges.ts';
import { migration as namesInWords } from './0021-names-in-words.ts';
import { migration as notePassages } from './0022-note-passages.ts';
import { migration as answers } from './0023-answers.ts';
import { migration as agentCost } from './0024-agent-cost.ts';
import { migration as paperFiles } from './0027-paper-files.ts';
import { migration as savedSearches } from './0028-saved-searches.ts';
import { migration as deletedAlerts } from './0029-deleted-alerts.ts';
import { migration as wordPairs } from './0030-word-pairs.ts';
import { migration as wordPairIndexes } from './0031-word-pair-indexes.ts';
import { migration as textQuality } from './0033-text-quality.ts';
import { migration as workProgress } from './0034-work-progress.ts';
import { migration as wordCounts } from './0035-word-counts.ts';
import { migration as countWords } from './0036-count-words.ts';
import { migration as spellings } from './0037-spellings.ts';
import { migration as automaticMerges } from './0038-automatic-merges.ts';
import { migration as owners } from './0040-owners.ts';
import { migration as signInLimits } from './0041-sign-in-limits.ts';
import { migration as removedOwners } from './0042-removed-owners.ts';
import { migration as bibliographies } from './0044-bibliographies.ts';
import { migration as linkedLibraries } from './0051-linked-libraries.ts';

export const migrations: Record<string, Migration> = {
  '0001-literature': literature,
  '0002-translation': translation,
  '0003-retrieval': retrieval,
  '0004-targets': targets,
  '0005-agent': agent,
  '0006-retention': retention,
  '0007-parsed-files': parsedFiles,
  '0008-outcomes-and-search': outcomesAndSearch,
  '0009-note-anchors': noteAnchors,
  '0010-search-text-trigger': searchTextTrigger,
  '0011-fill-search-text': fillSearchText,
  '0012-leases': leases,
  '0013-host-rate-limits': hostRateLimits,
  '0014-own-papers': ownPapers,
  '0015-library-search': librarySearch,
  '0016-paper-words': paperWords,
  '0017-reading-state': readingState,
  '0018-bibliography-items': bibliographyItems,
  '0019-alerts': alerts,
  '0020-merges': merges,
  '0021-names-in-words': namesInWords,
  '0022-note-passages': notePassages,
  '0023-answers': answers,
  '0024-agent-cost': agentCost,
  '0027-paper-files': paperFiles,
  '0028-saved-searches': savedSearches,
  '0029-deleted-alerts': deletedAlerts,
  '0030-word-pairs': wordPairs,
  '0031-word-pair-indexes': wordPairIndexes,
  '0033-text-quality': textQuality,
  '0034-work-progress': workProgress,
  '0035-word-counts': wordCounts,
  '0036-count-words': countWords,
  '0037-spellings': spellings,
  '0038-automatic-merges': automaticMerges,
  '0039-accounts': accountMigration,
  '0040-owners': owners,
  '0041-sign-in-limits': signInLimits,
  '0042-removed-owners': removedOwners,
  '0044-bibliographies': bibliographies,
  '0048-chosen-values': chosenValues,
  '0049-oidc': oidcMigration,
  '0050-passkeys': passkeyMigration,
  '0051-linked-libraries': linkedLibraries,
  '0052-item-digests': itemDigests,
  '0052-mail-digests': mailDigests,
  '0053-citation-styles': citationStyles,
};
