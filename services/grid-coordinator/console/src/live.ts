import { LiveEvents } from '@almagest/ui/live-events';

/** The coordinator's events. `points` carries new counts of a workflow. The other events name what changed. */
export const liveEvents = new LiveEvents('/api/events', ['node', 'workflow', 'points']);
