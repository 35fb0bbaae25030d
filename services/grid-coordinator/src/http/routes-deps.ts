import type { AccountDeps } from '@almagest/accounts';
import type { Registry } from '@almagest/service-kit/metrics';
import type { ClaimReply } from '@almagest/contracts/grid';
import type { DeclareDeps } from '../application/artifacts/declare-artifacts.ts';
import type { ExportDeps } from '../application/archives/prepare-export.ts';
import type { ReceiveArchiveDeps } from '../application/archives/receive-archive.ts';
import type { AssetFileDeps } from '../application/assets/find-asset.ts';
import type { Coalescer } from '../application/coalesce.ts';
import type { PublicDeps } from '../application/releases/find-published.ts';
import type { ReleaseDeps } from '../application/releases/manage-releases.ts';
import type { SubscriptionsDeps } from '../application/notifications/manage-subscriptions.ts';
import type { NodesDeps } from '../application/nodes/manage-nodes.ts';
import type { RemoveNodeDeps } from '../application/nodes/remove-node.ts';
import type { HeartbeatBuffer } from '../application/nodes/heartbeat-buffer.ts';
import type { InterpolateDeps } from '../application/models/interpolate-model.ts';
import type { GridMaps } from '../application/points/read-map.ts';
import type { MapPlanes } from '../application/points/read-map-plane.ts';
import type { ExplainDeps } from '../application/points/explain-point.ts';
import type { SearchDeps } from '../application/points/search-names.ts';
import type { RearmDeps } from '../application/points/rearm-points.ts';
import type { ImportDeps } from '../application/seeds/import-seed.ts';
import type { Sessions } from '../application/service/sessions.ts';
import type { Claim } from '../application/tasks/claim-task.ts';
import type { InterpolateReleasedDeps } from '../application/releases/interpolate-released.ts';
import type { ReceiveDeps } from '../application/tasks/report-task.ts';
import type { WorkflowDeps } from '../application/workflows/manage-workflows.ts';
import type { RunDeps } from '../application/workflows/run-workflow.ts';
import type { EventStream } from './event-stream.ts';

/** The dependencies that the routes pass to the use cases. */
export interface RoutesDeps
  extends
    AccountDeps,
    NodesDeps,
    RemoveNodeDeps,
    WorkflowDeps,
    RunDeps,
    ImportDeps,
    RearmDeps,
    ExplainDeps,
    ReceiveDeps,
    DeclareDeps,
    SubscriptionsDeps,
    ExportDeps,
    ReceiveArchiveDeps,
    InterpolateDeps,
    ReleaseDeps,
    PublicDeps,
    InterpolateReleasedDeps,
    AssetFileDeps {
  readonly heartbeats: HeartbeatBuffer;
  readonly claims: Coalescer<Claim, ClaimReply>;
  readonly partSizes: SearchDeps['partSizes'];
  readonly mappedPoints: SearchDeps['mappedPoints'];
  readonly maps: GridMaps;
  readonly planes: MapPlanes;
  readonly sessions: Sessions;
  readonly events: EventStream;
  readonly registry: Registry;
  /** The folder with the agent's archives and the script that installs the agent. */
  readonly agentDir: string;
  /** Throws a refusal while the service is unavailable. */
  readonly checkReady: () => Promise<void>;
}
