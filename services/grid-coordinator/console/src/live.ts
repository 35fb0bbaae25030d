import { LiveEvents } from '@almagest/ui/live-events';

/** The coordinator's events. `points` carries new counts of a workflow, the others name what changed. */
export const liveEvents = new LiveEvents('/api/events', ['node', 'workflow', 'points']);
