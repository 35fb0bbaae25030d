import { LiveEvents } from '@almagest/ui/live-events';

/** The coordinator's events: `points` has new counts of a workflow, the others name what has changed. */
export const liveEvents = new LiveEvents('/api/events', ['node', 'workflow', 'points']);
