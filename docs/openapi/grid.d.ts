// Written by `npm run docs` with openapi-typescript from the document beside it. Change neither by hand.
export interface paths {
  '/api/task/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Claims the next task for a node. */
    post: operations['claimTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/task/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reports how a task ended, with the model if there is one. */
    post: operations['reportTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/task/held': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the tasks that the node holds according to the coordinator, oldest first. */
    get: operations['listHeldTasks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/task/return': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Returns a task that the node does not compute. No strategy is consumed, and the point is queued again. */
    post: operations['returnTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/node/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Applies for access, or announces an approved node. */
    post: operations['registerNode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/node/check_status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Checks whether an application was approved, and returns the token. */
    post: operations['checkNodeStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/node/heartbeat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Records a heartbeat and returns the node's slot quota. */
    post: operations['recordHeartbeat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists all nodes with their tokens and quotas. */
    get: operations['listNodes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Describes a node: its machine, running tasks, outcomes compared with other nodes, and registrations. */
    get: operations['readNode'];
    put?: never;
    post?: never;
    /** Removes a node. Results are kept, running tasks are requeued, and the name is freed. */
    delete: operations['removeNode'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Approves an application and issues a token to the node. */
    post: operations['approveNode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rejects a pending application. */
    post: operations['rejectNode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/reissue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Issues a new token. The old one stops working at once. */
    post: operations['reissueNodeToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops handing tasks to a node. */
    post: operations['disableNode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Enables a disabled node. It is online again after its next heartbeat. */
    post: operations['enableNode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/quota': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Limits how many tasks a node may hold at once. null removes the limit. */
    post: operations['setNodeQuota'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Checks that the process is running. */
    get: operations['readHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Checks that the database is reachable and its schema is up to date. */
    get: operations['readReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns metrics as Prometheus text. */
    get: operations['readMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns this document. */
    get: operations['readOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns this document as a web page. */
    get: operations['readDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the console. */
    get: operations['readConsole'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a script, style sheet or icon of the console. Its name changes with its content. */
    get: operations['readConsoleAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Streams changes of nodes, workflows and points as Server-Sent Events. */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns counts of nodes, slots and points over all workflows. */
    get: operations['readStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opens an administrator session. Its id is in the cookie grid_session. */
    post: operations['login'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends the session. */
    post: operations['logout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the caller: a login session, or the administrator by token. */
    get: operations['readSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/seeds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the seeds by name, each with its newest version. */
    get: operations['listSeeds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/seeds/{point}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the versions of a seed, newest first, at most 500. */
    get: operations['listSeedVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/seed/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the seed file of a converged point. A node gets the version of its running task, other callers the newest. Supports Range and If-None-Match. */
    get: operations['downloadSeed'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/data/file/{filename}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns an atomic data file from the assets folder, or a kept version of it. Supports Range and If-None-Match. */
    get: operations['downloadDataFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/data/linelist': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the default line list gfVIS99.dat, or a kept version of it. */
    get: operations['downloadLineList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/import_seed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stores a historical result: its summary and, if it converged, its seed. */
    post: operations['importSeed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the files of the assets folder with all known versions. Changes are detected within a minute. */
    get: operations['listAssets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists all workflows with their counts. */
    get: operations['listWorkflows'];
    put?: never;
    /** Saves a new workflow. */
    post: operations['createWorkflow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a workflow with its configuration. */
    get: operations['readWorkflow'];
    /** Replaces a configuration. It takes effect at the next start. */
    put: operations['updateWorkflow'];
    post?: never;
    /** Deletes a workflow with its points and history. Its seeds stay. */
    delete: operations['deleteWorkflow'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/grid/extend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Returns the configuration with more values on an axis, and how many points they add, without saving or starting anything. */
    post: operations['extendGrid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Starts a run, or resumes a paused one. */
    post: operations['startWorkflow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pauses a workflow. No new tasks are handed out, and running tasks finish. */
    post: operations['stopWorkflow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns counts by status and wave, mean time per point, and estimated time to completion. */
    get: operations['readStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/forecast': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns when the run will be completed, as a range. */
    get: operations['readForecast'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns snapshots of the counts over the last hours. */
    get: operations['readProgress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Checks a configuration: its problems with line and column, its planned run, and its changes. The configuration is not saved. */
    post: operations['validateWorkflow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/schemas/workflow.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the JSON Schema of a configuration, for editors. */
    get: operations['readWorkflowSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/proposals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Proposes points that refine the grid: halfway to failed points, and between models that differ from the predictions of their neighbours. This does not save or start anything. */
    get: operations['listProposals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/grid/refine': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Returns the configuration with the given extra points, and their waves, without saving or starting anything. */
    post: operations['refineGrid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists grid points, one page per call. */
    get: operations['listPoints'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/{point}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a grid point with its attempts and the diagnostic record of the attempt that made its model. */
    get: operations['readPoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/{point}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Explains why a point waits, which node holds it, and which seed it would take. */
    get: operations['explainPoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Releases points that were held back when their tasks were cancelled. */
    post: operations['releasePoints'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/rearm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Re-arms the matching failed points, or with unfit: true, the converged points with an unfit model. */
    post: operations['rearmPoints'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports all matching grid points as CSV. */
    get: operations['exportPoints'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/{point}/provenance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the origin of a point's model: task, node, engine, configuration, and its seeds back to a cold start. */
    get: operations['readProvenance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/task/artifacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Declares the files of a task before its report, and returns which contents to upload. */
    post: operations['declareArtifacts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/task/artifacts/{sha256}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Uploads a declared content from an offset on. An interrupted upload continues where it stopped. */
    put: operations['uploadArtifact'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/artifacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the artifacts of a workflow, optionally of one point, task, kind or product. */
    get: operations['listArtifacts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/artifacts/use': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns how many artifacts of each kind a workflow keeps, and how much of the quota is used. */
    get: operations['readArtifactUse'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/artifacts/{sha256}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the content of an artifact. Supports Range and If-None-Match. The ETag is the SHA-256. */
    get: operations['downloadArtifact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/failures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists failures grouped by stage and cause, most attempts first, with what helped at similar points. */
    get: operations['listFailures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/notifications/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the subscriptions with their events, and whether deliveries succeed. */
    get: operations['listSubscriptions'];
    put?: never;
    /** Subscribes a webhook or a mail address to events. The secret of a webhook is shown only in this answer. */
    post: operations['createSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/notifications/subscriptions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Removes a subscription with its deliveries. Waiting deliveries are not sent. */
    delete: operations['deleteSubscription'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/notifications/subscriptions/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a test notification like any other. The deliveries show its outcome. */
    post: operations['testSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/notifications/subscriptions/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the notifications of a subscription, newest first, each with its last attempt. */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports an archive (BagIt in tar) of the matching points with their models and records. Supports Range, If-Match, If-None-Match and If-Range. */
    get: operations['exportWorkflow'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/imports/{sha256}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the progress of the import of an archive. */
    get: operations['readImport'];
    /** Uploads a piece of an archive, identified by the SHA-256 of the whole. The body contains the bytes from `offset` on. The last piece starts the import. */
    put: operations['uploadArchive'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/scheduling': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists priority, share and slot cap of the unfinished workflows, in the order in which they are served. */
    get: operations['readScheduling'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/scheduling': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Changes priority, share or slot cap of a workflow. The next claim uses them. */
    post: operations['setScheduling'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops handing out tasks of all workflows. Running tasks finish, and their reports count. */
    post: operations['pauseClaims'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resumes handing out tasks after a pause. */
    post: operations['resumeClaims'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tasks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists running tasks, oldest first, with their age and the durations of their neighbours. */
    get: operations['listRunningTasks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tasks/{task_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Cancels a running task. No strategy is consumed. Its node stops the engine after its next heartbeat. */
    post: operations['cancelTask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/nodes/{node_id}/cancel_tasks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Cancels all running tasks of a node. The node may claim others. To prevent that, disable it first. */
    post: operations['cancelNodeTasks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/outliers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the models that differ most from the predictions of their grid neighbours (leave-one-out). */
    get: operations['listOutliers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/interpolate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Interpolates a model for any parameters inside the grid from the models of the points around them, with an estimate of its error. With format=file, returns only the model. */
    get: operations['interpolateModel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/interpolate/spectrum': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Interpolates a spectrum for any parameters inside the grid from the kept spectra of the points around them, with an estimate of its error. With format=file, returns only the spectrum. */
    get: operations['interpolateSpectrum'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/{point}/judgements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rejects the model of a point, accepts it again, marks a point as checked, or removes that mark, each with a note. A point with a rejected model counts as failed and can be re-armed. */
    post: operations['judgePoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/judgements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the judgements of models and points, newest first. */
    get: operations['listJudgements'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/reproductions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists reproductions with their differences, newest first. */
    get: operations['listReproductions'];
    put?: never;
    /** Requests reproductions of converged points and compares the results. Each point is computed again by a different node than before. The results of the grid do not change. */
    post: operations['reproducePoints'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/reproductions/{reproduction_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Ends a waiting or running reproduction. Its node stops the engine after its next heartbeat. */
    delete: operations['withdrawReproduction'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/map': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the state of all points with one character per point, or the changes since an earlier answer. */
    get: operations['readMap'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/map/{plane}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a number for every point with one character per point, or the changes since an earlier answer. */
    get: operations['readMapPlane'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workflows/{name}/points/{point}/lineage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the models from which a point's model descends, and the attempts that started from it or its descendants. */
    get: operations['readLineage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AdminNode: {
      node_id: components['schemas']['NodeId'];
      status: components['schemas']['NodeStatus'];
      /** @enum {string} */
      token_status: 'active' | 'none';
      token_issued_at: components['schemas']['Timestamp'] | null;
      admin_max_slots: number | null;
      max_slots: number;
      last_heartbeat: components['schemas']['Timestamp'] | null;
      running_tasks: number;
      allowance: number | null;
      paused_until: components['schemas']['Timestamp'] | null;
      applied_at: components['schemas']['Timestamp'];
      applied_from: string | null;
      replaces: components['schemas']['Timestamp'] | null;
      contested: {
        address: string | null;
        at: components['schemas']['Timestamp'];
      } | null;
      message: string | null;
    };
    ArchiveImport: {
      sha256: components['schemas']['Sha256'];
      /** @enum {string} */
      status: 'uploading' | 'waiting' | 'done' | 'refused';
      size_bytes: number;
      received_bytes: number;
      workflow: string | null;
      message: string | null;
      failed_tries: number;
    };
    Artifact: {
      point_name: string;
      /** Format: uuid */
      task_id: string;
      path: string;
      kind: string;
      product: string | null;
      sha256: string;
      size_bytes: number;
      stored_at: components['schemas']['Timestamp'];
    };
    ArtifactDeclaration: {
      /** Format: uuid */
      task_id: string;
      status: components['schemas']['TaskStatus'];
      converged: boolean;
      atmosphere_has_nan: boolean;
      artifacts: components['schemas']['ArtifactList'];
    };
    /** a kind of artifact: 1 to 32 of a-z, 0-9, _ and - */
    ArtifactKind: string;
    ArtifactList: components['schemas']['TaskArtifact'][];
    /** a relative path of 1 to 255 characters, whose segments do not begin with a dot and contain no backslash, control or bidirectional formatting characters */
    ArtifactPath: string;
    ArtifactUse: {
      kinds: {
        kind: string;
        files: number;
        bytes: number;
      }[];
      used_bytes: number;
      quota_bytes: number;
    };
    ArtifactsPage: {
      artifacts: components['schemas']['Artifact'][];
      next: string | null;
    };
    Asset: {
      path: string;
      sha256: string | null;
      versions: components['schemas']['AssetVersion'][];
    };
    AssetVersion: {
      sha256: string;
      size_bytes: number;
      first_seen_at: components['schemas']['Timestamp'];
      current: boolean;
      workflows: string[];
    };
    AssetVersions: {
      [key: string]: components['schemas']['Sha256'];
    };
    AssetsPage: {
      assets: components['schemas']['Asset'][];
      next: string | null;
    };
    Attempt: {
      /** Format: uuid */
      task_id: string;
      task_type: components['schemas']['TaskType'];
      seed_point_name: string | null;
      rule?: string;
      continues_attempt?: number;
      status: components['schemas']['TaskStatus'];
      max_relc: number | null;
      iterations: number | null;
      atmosphere_has_nan: boolean | null;
      node_id: string | null;
      error_message: string | null;
      created_at: components['schemas']['PlainTime'];
      completed_at: components['schemas']['PlainTime'] | null;
    };
    /** a decimal number */
    AxisText: string;
    CancelReply: {
      cancelled: number;
    };
    CancelRequest: {
      /** @description Hold the points back until they are released. By default they are queued again. */
      hold?: boolean;
      reason?: string | null;
    };
    CheckStatusReply: {
      /** @enum {string} */
      status: 'pending_approval' | 'approved' | 'rejected' | 'disabled';
      message: string;
      node_token: string | null;
    };
    CheckStatusRequest: {
      node_id: components['schemas']['NodeId'];
      registration_secret: string;
    };
    ClaimPause: {
      since: components['schemas']['Timestamp'];
      reason: string | null;
    };
    ClaimReply:
      | {
          /** @constant */
          status: 'ok';
          task: components['schemas']['TaskSpec'];
        }
      | {
          /** @enum {string} */
          status: 'empty' | 'disabled';
          task: null;
        };
    ClusterStatus: {
      status: string;
      nodes_online: number;
      total_active_slots: number;
      total_max_slots: number;
      nodes: components['schemas']['NodeInfo'][];
      grid_stats: components['schemas']['GridStats'];
      claims_paused?: components['schemas']['ClaimPause'];
      failing_imports?: components['schemas']['FailingImport'][];
    };
    ComparedAttempt: {
      task_id: string;
      node_id: string;
      engine_name: string | null;
      engine_version: string | null;
      iterations: number | null;
      max_relc: number | null;
      elapsed_sec: number | null;
    };
    ConfigurationDifference: {
      status: components['schemas']['WorkflowStatus'];
      /** @enum {string} */
      compared_with: 'started' | 'saved';
      config_yaml: string;
      points: {
        kept: number;
        added: number;
        retired: number;
      } | null;
      changes: {
        path: string;
        before: string | null;
        after: string | null;
      }[];
      effects: string[];
    };
    ConfigurationPlan: {
      points: number;
      wave_count: number | null;
      waves:
        | {
            wave: number;
            points: number;
          }[]
        | null;
      first_points: {
        name: components['schemas']['PointName'];
        wave: number;
        params: components['schemas']['GridPointParams'];
      }[];
      last_points: {
        name: components['schemas']['PointName'];
        wave: number;
        params: components['schemas']['GridPointParams'];
      }[];
      predicted_failures: {
        gamma: number;
        points: number;
        unbound: number;
      };
      work: components['schemas']['PlannedWork'] | null;
      work_note: string | null;
    };
    ConfigurationProblem: {
      severity: components['schemas']['ProblemSeverity'];
      message: string;
      path: string | null;
      line: number | null;
      column: number | null;
      end_line: number | null;
      end_column: number | null;
      suggestion: string | null;
    };
    CreateSubscriptionRequest: {
      target: string;
      events: components['schemas']['NotificationEvent'][];
      workflow?: components['schemas']['WorkflowName'] | null;
      description?: string | null;
    };
    CreateWorkflowRequest: {
      name: components['schemas']['WorkflowName'];
      description?: string | null;
      config_yaml: string;
    };
    DeclarationReply: {
      /** @constant */
      status: 'ok';
      artifacts: components['schemas']['DeclaredArtifact'][];
    };
    DeclaredArtifact: {
      path: string;
      /** @enum {string} */
      status: 'stored' | 'upload' | 'unwanted' | 'refused';
      offset: number;
      reason: string | null;
    };
    Delivery: {
      /** Format: uuid */
      id: string;
      event_id: string;
      type: components['schemas']['NotificationType'];
      workflow: string | null;
      node_id: string | null;
      message: string;
      occurred_at: components['schemas']['Timestamp'];
      status: components['schemas']['DeliveryStatus'];
      attempts: number;
      next_attempt_at: components['schemas']['Timestamp'] | null;
      last_attempt_at: components['schemas']['Timestamp'] | null;
      last_error: string | null;
      ended_at: components['schemas']['Timestamp'] | null;
    };
    /** @enum {string} */
    DeliveryStatus: 'waiting' | 'delivered' | 'given_up';
    Difference: {
      model: components['schemas']['ModelDifference'] | null;
      spectra: components['schemas']['SpectrumDifference'][];
      problems: string[];
    };
    EmptyEnvelope: {
      success: boolean;
      message: string;
      data: null;
    };
    EngineStageConfig: {
      enabled: boolean;
      policy: components['schemas']['StagePolicy'];
      strategies: components['schemas']['TaskType'][];
      chain?: unknown[];
      products?: {
        [key: string]: number | string;
      }[];
    };
    ExtendGridRequest: {
      /** @enum {string} */
      axis: 'teff' | 'logg' | 'loghe' | 'logc' | 'logn' | 'logo';
      values: components['schemas']['AxisText'][];
    };
    FailingImport: {
      sha256: components['schemas']['Sha256'];
      size_bytes: number;
      failed_tries: number;
      message: string;
    };
    Failure: {
      /** @constant */
      success: false;
      message: string;
      data: null;
    };
    FailureGroup: {
      group: string;
      stage: components['schemas']['Stage'];
      cause: string;
      message: string;
      attempts: number;
      doubted: number;
      points: number;
      converged: number;
      summary: string;
      helped: components['schemas']['FailureHelp'][];
      nodes: {
        node_id: string;
        attempts: number;
      }[];
      node_count: number;
      examples: string[];
      region: {
        teff: {
          from: number;
          to: number;
        };
        logg: {
          from: number;
          to: number;
        };
        loghe: {
          from: number;
          to: number;
        };
        logc: {
          from: number;
          to: number;
        };
        logn: {
          from: number;
          to: number;
        };
        logo: {
          from: number;
          to: number;
        };
      };
      first_at: components['schemas']['Timestamp'];
      last_at: components['schemas']['Timestamp'];
    };
    FailureGroups: {
      total: number;
      groups: components['schemas']['FailureGroup'][];
    };
    FailureHelp: {
      /** @enum {string} */
      method: 'cold_run' | 'seed_step' | 'continue' | 'spectrum';
      direction: string | null;
      points: number;
      description: string;
    };
    FleetScheduling: {
      claims_paused: components['schemas']['ClaimPause'] | null;
      workflows: components['schemas']['ScheduledWorkflow'][];
    };
    Forecast: {
      status: components['schemas']['WorkflowStatus'];
      low_sec: number | null;
      median_sec: number | null;
      high_sec: number | null;
      note: string | null;
      based_on: {
        attempts: number;
        remaining_points: number;
        remaining_attempts: number;
        slots: number;
        workflows: number;
      };
    };
    GridExtension: {
      config_yaml: string;
      points: number;
      new_points: number;
      kept_points: number;
      converged: number;
      waves: {
        wave: number;
        new_points: number;
      }[];
    };
    GridMap: {
      revision: string;
      axes: {
        teff: number[];
        logg: number[];
        loghe: number[];
        logc: number[];
        logn: number[];
        logo: number[];
      };
      codes: {
        code: string;
        status: components['schemas']['PointStatus'] | null;
        method: components['schemas']['TaskType'] | null;
      }[];
      points?: string;
      extra_points?: components['schemas']['GridPointParams'][];
      extra_codes?: string;
      changes?: {
        places: number[];
        codes: string;
        extra_places?: number[];
        extra_codes?: string;
      };
    };
    GridPointParams: {
      teff: number;
      logg: number;
      loghe: number;
      logc: number;
      logn: number;
      logo: number;
    };
    GridPointRow: {
      name: string;
      teff: number;
      logg: number;
      loghe: number;
      logc: number;
      logn: number;
      logo: number;
      cno_sum: number;
      wave: number;
      status: components['schemas']['PointStatus'];
      success_method: components['schemas']['TaskType'] | null;
      attempt_count: number;
      last_max_relc: number | null;
      last_task_type: components['schemas']['TaskType'] | null;
      seed_point_name: string | null;
      node_id: string | null;
      last_completed_at: components['schemas']['PlainTime'] | null;
      last_error: string | null;
      /** @constant */
      retired?: true;
      /** @constant */
      held?: true;
    };
    GridStats: {
      total: number;
      pending: number;
      queued: number;
      running: number;
      converged: number;
      failed: number;
      cold_run_converged: number;
      seed_step_converged: number;
      continue_converged: number;
    };
    HeldTask: {
      /** Format: uuid */
      task_id: string;
      point_name: string;
      workflow_name: string | null;
      claimed_at: components['schemas']['Timestamp'];
    };
    HeldTasksReply: {
      /** @constant */
      status: 'ok';
      tasks: components['schemas']['HeldTask'][];
    };
    ImportReply: {
      /** @constant */
      status: 'ok';
      point_name: string;
      converged: boolean;
      max_relc: number | null;
    };
    InterpolatedModel: {
      params: components['schemas']['GridPointParams'];
      method: components['schemas']['InterpolationMethod'];
      model: string;
      structure: {
        column_mass: number[];
        temperature: number[];
      } | null;
      points: {
        name: string;
        weight: number;
        sha256: string;
      }[];
      error: components['schemas']['InterpolationError'] | null;
    };
    InterpolatedSpectrum: {
      params: components['schemas']['GridPointParams'];
      method: components['schemas']['InterpolationMethod'];
      kind: string;
      product: string | null;
      spectrum: string;
      /** @enum {string} */
      wavelengths: 'common' | 'resampled';
      points: {
        name: string;
        weight: number;
        sha256: string;
      }[];
      error: components['schemas']['InterpolationError'] | null;
    };
    InterpolationError: {
      /** @enum {string} */
      quantity: 'temperature' | 'all_positive' | 'flux';
      estimate: number | null;
      by_axis: {
        axis: string;
        points: number;
        median: number | null;
        largest: number | null;
      }[];
    };
    /** @enum {string} */
    InterpolationMethod: 'linear' | 'cubic';
    IssuedToken: {
      node_id: components['schemas']['NodeId'];
      status: components['schemas']['NodeStatus'];
      node_token: string;
    };
    JudgeReply: {
      judgement: components['schemas']['Judgement'];
      status: components['schemas']['PointStatus'];
      running_from_it: string[];
    };
    JudgeRequest: {
      kind: components['schemas']['JudgementKind'];
      note: string;
      /** @description The model's version: at least the first 8 digits of its SHA-256. */
      version?: string;
    };
    Judgement: {
      id: number;
      point_name: string;
      kind: components['schemas']['JudgementKind'];
      sha256: string | null;
      note: string;
      judged_by: string;
      judged_at: components['schemas']['Timestamp'];
      stands: boolean;
    };
    /** @enum {string} */
    JudgementKind: 'rejected' | 'accepted' | 'checked' | 'unchecked';
    Lineage: {
      workflow_name: string;
      point_name: string;
      params: components['schemas']['GridPointParams'];
      version: string | null;
      ancestors: {
        workflow_name: string | null;
        point_name: string;
        params: components['schemas']['GridPointParams'] | null;
        version: string;
        lineage: number;
        task_type: components['schemas']['TaskType'] | null;
        /** @constant */
        unconverged?: true;
        interpolated_from?: components['schemas']['WeightedParent'][];
      }[];
      /** @enum {string} */
      ends_with: 'cold_start' | 'import' | 'unknown' | 'limit' | 'none';
      descendants: {
        workflow_name: string | null;
        point_name: string;
        params: components['schemas']['GridPointParams'] | null;
        /** Format: uuid */
        task_id: string;
        parent_task_id: string | null;
        generation: number;
        task_type: components['schemas']['TaskType'];
        /** @enum {string} */
        outcome: 'converged' | 'failed' | 'running' | 'reclaimed';
      }[];
      outcomes: {
        converged: number;
        failed: number;
        running: number;
        reclaimed: number;
      };
      /** @constant */
      more_descendants?: true;
    };
    LoginRequest: {
      username: string;
      password: string;
    };
    MapPlane: {
      revision: string;
      axes: {
        teff: number[];
        logg: number[];
        loghe: number[];
        logc: number[];
        logn: number[];
        logo: number[];
      };
      plane: components['schemas']['MapPlaneName'];
      points?: string;
      extra_points?: components['schemas']['GridPointParams'][];
      extra_codes?: string;
      changes?: {
        places: number[];
        codes: string;
        extra_places?: number[];
        extra_codes?: string;
      };
      from: number;
      step: number;
      sets?: string[][];
    };
    /** @enum {string} */
    MapPlaneName: 'wave' | 'attempts' | 'ended' | 'generation' | 'failures';
    MaxSlots: number;
    ModelDifference: {
      identical: boolean;
      quantities: components['schemas']['QuantityDifference'][];
    };
    ModelOrigin: {
      point_name: string;
      version: string;
      size_bytes: number;
      max_relc: number | null;
      lineage: number;
      fit: boolean;
      /** @constant */
      unconverged?: true;
      interpolated_from?: components['schemas']['WeightedParent'][];
      stored_at: components['schemas']['Timestamp'];
      workflow_name: string | null;
      task: {
        /** Format: uuid */
        task_id: string;
        task_type: components['schemas']['TaskType'] | null;
        node_id: string | null;
        agent_version: string | null;
        engine: {
          name: string | null;
          version: string | null;
        } | null;
        claimed_at: components['schemas']['Timestamp'] | null;
        completed_at: components['schemas']['Timestamp'] | null;
        elapsed_sec: number | null;
        assets: {
          /** @enum {string} */
          told_by: 'node' | 'start';
          versions: components['schemas']['AssetVersions'];
        } | null;
      } | null;
      configuration: {
        sha256: string;
        run: number;
        started_at: components['schemas']['Timestamp'];
      } | null;
    };
    NewSubscription: {
      subscription: components['schemas']['Subscription'];
      secret: string | null;
    };
    NodeDetail: {
      node: components['schemas']['AdminNode'];
      machine: {
        active_slots: number;
        cpu_usage: number;
        memory_usage: number;
        agent_version: string | null;
        engine_name: string | null;
        engine_version: string | null;
      };
      running: components['schemas']['RunningTask'][];
      history: components['schemas']['NodeHistory'][];
      history_attempts: number;
      registrations: components['schemas']['NodeRegistration'][];
    };
    NodeFailure: {
      /** @constant */
      status: 'error';
      message: string;
    };
    NodeHeartbeatReply: {
      /** @enum {string} */
      status: 'ok' | 'error';
      admin_max_slots?: number | null;
      message?: string;
      cancelled_tasks?: string[];
    };
    NodeHeartbeatRequest: {
      node_id: components['schemas']['NodeId'];
      active_slots: number;
      cpu_usage: number;
      memory_usage: number;
    };
    NodeHistory: {
      workflow_name: string | null;
      first_at: components['schemas']['Timestamp'];
      last_at: components['schemas']['Timestamp'];
      own: {
        converged: number;
        failed: number;
      };
      shared_points: number;
      own_at_shared: {
        converged: number;
        failed: number;
      };
      others_at_shared: {
        converged: number;
        failed: number;
      };
    };
    /** a node id: 1 to 64 of A-Z, a-z, 0-9, ., _ and - */
    NodeId: string;
    NodeInfo: {
      node_id: components['schemas']['NodeId'];
      max_slots: number;
      active_slots: number;
      status: components['schemas']['NodeStatus'];
      cpu_usage: number;
      memory_usage: number;
      last_heartbeat: components['schemas']['Timestamp'] | null;
    };
    NodeQuota: {
      admin_max_slots: number | null;
    };
    NodeRegisterReply: {
      /** @enum {string} */
      status: 'pending_approval' | 'approved';
      message: string;
      node_token: null;
      registration_secret?: string | null;
    };
    NodeRegisterRequest: {
      node_id: components['schemas']['NodeId'];
      max_slots: components['schemas']['MaxSlots'];
      registration_secret?: string;
    };
    NodeRegistration: {
      kind: components['schemas']['RegistrationKind'];
      address: string | null;
      max_slots: number | null;
      first_at: components['schemas']['Timestamp'];
      last_at: components['schemas']['Timestamp'];
      times: number;
    };
    /** @enum {string} */
    NodeStatus: 'online' | 'offline' | 'pending_approval' | 'disabled' | 'rejected';
    /** @enum {string} */
    NotificationEvent: 'workflow.completed' | 'workflow.stuck' | 'workflow.failing' | 'node.lost';
    /** @enum {string} */
    NotificationType: 'workflow.completed' | 'workflow.stuck' | 'workflow.failing' | 'node.lost' | 'notification.test';
    Outlier: {
      name: string;
      params: components['schemas']['GridPointParams'];
      residual: number;
      times_median: number | null;
      predictions: number;
      sha256: string;
      measured_at: components['schemas']['Timestamp'];
    };
    Outliers: {
      started_at: components['schemas']['Timestamp'] | null;
      finished_at: components['schemas']['Timestamp'] | null;
      median: number | null;
      outliers: components['schemas']['Outlier'][];
    };
    PauseRequest: {
      reason?: string | null;
    };
    PlainTime: string;
    PlannedWork: {
      slot_seconds: number;
      attempts: number;
      alone_sec: number | null;
      slots: number;
      based_on: {
        workflow: string;
        attempts: number;
        failed_share: number | null;
      };
    };
    PointDetail: {
      point: components['schemas']['GridPointRow'];
      attempts: components['schemas']['Attempt'][];
      conv: {
        [key: string]: unknown;
      } | null;
    };
    PointExplanation: {
      point: components['schemas']['GridPointRow'];
      chain: components['schemas']['TaskType'][];
      reason: string;
      held_by: {
        node_id: string;
        task_id: string;
        since: components['schemas']['Timestamp'];
      } | null;
      tried_seeds: string[];
      candidates: {
        name: string;
        distance: number;
        max_relc: number | null;
        lineage: number;
        ranked_distance?: number;
        history?: {
          direction: string;
          tried: number;
          converged: number;
          description: string;
        };
      }[];
      unconverged?: {
        attempt: number | null;
        max_relc: number;
        version: string;
      };
      prepared_seed?: {
        /** @enum {string} */
        status: 'wanted' | 'interpolated' | 'nearest';
        reason: string | null;
        interpolated_from: components['schemas']['WeightedParent'][];
      };
      /** @constant */
      more_candidates?: true;
      rules?: {
        name: string;
        applied: number;
        at_most: number;
        /** @constant */
        next?: true;
        description: string;
      }[];
    };
    /** a point name: 1 to 128 of A-Z, a-z, 0-9, _, +, @, - and single dots, not at the start */
    PointName: string;
    /** @enum {string} */
    PointStatus: 'pending' | 'queued' | 'running' | 'converged' | 'failed';
    PointValues: {
      teff: components['schemas']['AxisText'];
      logg: components['schemas']['AxisText'];
      loghe: components['schemas']['AxisText'];
      logc: components['schemas']['AxisText'];
      logn: components['schemas']['AxisText'];
      logo: components['schemas']['AxisText'];
    };
    PointsPage: {
      total: number;
      points: components['schemas']['GridPointRow'][];
    };
    /** @enum {string} */
    ProblemSeverity: 'error' | 'warning' | 'info';
    /** the name of a product: 1 to 64 of A-Z, a-z, 0-9, ., _, + and - */
    ProductName: string;
    Progress: {
      hours: number;
      series: components['schemas']['ProgressEntry'][];
      rate_per_hour: number | null;
      now: components['schemas']['Timestamp'];
      done_rate_per_hour: number | null;
      rate_span_hours: number | null;
      stalled_minutes: number | null;
    };
    ProgressEntry: {
      ts: components['schemas']['PlainTime'];
      total: number;
      pending: number;
      queued: number;
      running: number;
      converged: number;
      failed: number;
    };
    Proposal: {
      name: string;
      params: components['schemas']['GridPointParams'];
      values: components['schemas']['PointValues'];
      wave: number;
      difficulty: number;
      eddington_parameter: number;
      reasons: components['schemas']['ProposalReason'][];
      seed: {
        name: string;
        distance: number;
        tried: number | null;
        converged: number | null;
      } | null;
    };
    /** @enum {string} */
    ProposalKind: 'failure' | 'residual';
    ProposalReason: {
      kind: components['schemas']['ProposalKind'];
      axis: string;
      point: string;
      neighbour: string;
      error: string | null;
      residual: number | null;
      neighbour_residual: number | null;
      description: string;
    };
    Proposals: {
      proposals: components['schemas']['Proposal'][];
      found: {
        failure: number;
        residual: number;
      };
      more: boolean;
      compared_at: components['schemas']['Timestamp'] | null;
    };
    Provenance: {
      workflow_name: string;
      point_name: string;
      models: components['schemas']['ModelOrigin'][];
      /** @enum {string} */
      ends_with: 'cold_start' | 'import' | 'unknown' | 'limit';
      artifact_tasks: {
        /** Format: uuid */
        task_id: string;
        task_type: components['schemas']['TaskType'] | null;
        node_id: string | null;
        agent_version: string | null;
        engine: {
          name: string | null;
          version: string | null;
        } | null;
        claimed_at: components['schemas']['Timestamp'] | null;
        completed_at: components['schemas']['Timestamp'] | null;
        elapsed_sec: number | null;
        assets: {
          /** @enum {string} */
          told_by: 'node' | 'start';
          versions: components['schemas']['AssetVersions'];
        } | null;
      }[];
      configurations: {
        [key: string]: string;
      };
    };
    QuantityDifference: {
      quantity: string;
      unit: string | null;
      values: number;
      max_relative: number;
      rms_relative: number;
      max_absolute: number;
      at: {
        quantity: string;
        unit: string | null;
        value: number;
      } | null;
    };
    RearmReply: {
      matched: number;
      rearmed: number;
    };
    RearmRequest: {
      status?: components['schemas']['PointStatus'];
      method?: components['schemas']['TaskType'];
      wave?: number;
      q?: string;
      /** @description true: converged points whose model contains NaN or Inf; false: all others. */
      unfit?: boolean;
      /**
       * a number or a range such as 2..8
       * @description K: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      teff?: string;
      /**
       * a number or a range such as 2..8
       * @description dex of cm/s^2: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      logg?: string;
      /**
       * a number or a range such as 2..8
       * @description dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      loghe?: string;
      /**
       * a number or a range such as 2..8
       * @description dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      logc?: string;
      /**
       * a number or a range such as 2..8
       * @description dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      logn?: string;
      /**
       * a number or a range such as 2..8
       * @description dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      logo?: string;
      /**
       * a number or a range such as 2..8
       * @description Attempts so far: a number or an inclusive range such as `2..8`, `2..` or `..8`.
       */
      attempts?: string;
      node_id?: string;
      /** @description Points with a failure of this group (`listFailures`) since they last converged. */
      group?: string;
      point?: components['schemas']['PointName'];
      dry_run?: boolean;
    };
    RefineGridRequest: {
      points: components['schemas']['PointValues'][];
    };
    /** @enum {string} */
    RegistrationKind: 'applied' | 'contested' | 'announced' | 'refused' | 'removed';
    ReleaseReply: {
      released: number;
    };
    ReleaseRequest: {
      point?: components['schemas']['PointName'];
    };
    ReportReply: {
      /** @constant */
      status: 'ok';
      message: string;
    };
    ReproduceReply: {
      requested: {
        id: number;
        point_name: string;
      }[];
      refused: {
        point_name: string;
        reason: string;
      }[];
    };
    ReproduceRequest: {
      points: components['schemas']['PointName'][];
      note?: string;
    };
    Reproduction: {
      id: number;
      point_name: string;
      status: components['schemas']['ReproductionStatus'];
      sha256: string;
      note: string | null;
      requested_by: string;
      requested_at: components['schemas']['Timestamp'];
      ended_at: components['schemas']['Timestamp'] | null;
      original: components['schemas']['ComparedAttempt'];
      reproduced: components['schemas']['ComparedAttempt'] | null;
      waiting_reason: string | null;
      losses: number;
      difference: components['schemas']['Difference'] | null;
      error: string | null;
    };
    /** @enum {string} */
    ReproductionStatus: 'waiting' | 'running' | 'comparing' | 'compared' | 'failed' | 'withdrawn';
    Requester: {
      username: string;
      expires_at: components['schemas']['Timestamp'] | null;
    };
    RunningTask: {
      /** Format: uuid */
      task_id: string;
      workflow_name: string | null;
      point_name: string;
      wave: number;
      task_type: components['schemas']['TaskType'];
      stage: components['schemas']['Stage'];
      seed_point_name: string | null;
      node_id: string;
      reproduction_id: number | null;
      claimed_at: components['schemas']['Timestamp'];
      age_sec: number;
      expected_sec: number | null;
      overrun: boolean;
      timeout_sec: number | null;
    };
    RunningTasksPage: {
      tasks: components['schemas']['RunningTask'][];
      next: string | null;
    };
    ScheduledWorkflow: {
      name: string;
      status: components['schemas']['WorkflowStatus'];
      /** @description Workflows of a higher priority are served first. */
      priority: number;
      /** @description Among workflows of the same priority, running tasks are divided in proportion to their shares. */
      share: number;
      max_slots: number | null;
      /** @description The number of its running tasks. */
      running: number;
    };
    Scheduling: {
      /** @description Workflows of a higher priority are served first. */
      priority: number;
      /** @description Among workflows of the same priority, running tasks are divided in proportion to their shares. */
      share: number;
      max_slots: number | null;
    };
    SchedulingChange: {
      /** @description Workflows of a higher priority are served first. */
      priority?: number;
      /** @description Among workflows of the same priority, running tasks are divided in proportion to their shares. */
      share?: number;
      max_slots?: number | null;
    };
    SeedSummary: {
      name: string;
      versions: number;
      newest: components['schemas']['SeedVersion'];
    };
    SeedVersion: {
      sha256: string;
      size_bytes: number;
      max_relc: number | null;
      lineage: number;
      fit: boolean;
      stored_at: components['schemas']['Timestamp'];
      workflow_name: string | null;
      node_id: string | null;
    };
    SeedsPage: {
      seeds: components['schemas']['SeedSummary'][];
      next: string | null;
    };
    Session: {
      username: string;
      expires_at: components['schemas']['Timestamp'];
    };
    /** a SHA-256 of 64 lower-case hex digits */
    Sha256: string;
    SpectrumDifference: {
      path: string;
      product: string | null;
      identical: boolean;
      quantities: components['schemas']['QuantityDifference'][];
    };
    /** @enum {string} */
    Stage: 'atmosphere' | 'spectrum';
    /** @enum {string} */
    StagePolicy: 'skip_converged' | 'force_recompute' | 'skip_failed';
    Subscription: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: 'webhook' | 'mail';
      target: string;
      events: components['schemas']['NotificationEvent'][];
      workflow: string | null;
      description: string | null;
      created_at: components['schemas']['Timestamp'];
      waiting: number;
      given_up: number;
      last_delivered_at: components['schemas']['Timestamp'] | null;
      failing_since: components['schemas']['Timestamp'] | null;
      gone_at: components['schemas']['Timestamp'] | null;
    };
    TaskArtifact: {
      path: components['schemas']['ArtifactPath'];
      kind: components['schemas']['ArtifactKind'];
      product?: components['schemas']['ProductName'] | null;
      sha256: components['schemas']['Sha256'];
      size_bytes: number;
    };
    TaskReport: {
      /** Format: uuid */
      task_id: string;
      point_name: components['schemas']['PointName'];
      params?: components['schemas']['GridPointParams'] | null;
      node_id: components['schemas']['NodeId'];
      status: components['schemas']['TaskStatus'];
      converged: boolean;
      atmosphere_has_nan: boolean;
      max_relc?: number | null;
      iterations?: number | null;
      elapsed_sec?: number | null;
      agent_version?: string | null;
      engine_name?: string | null;
      engine_version?: string | null;
      error_message?: string | null;
      summary_json?: string | null;
      failed_stage?: components['schemas']['Stage'] | null;
      asset_versions?: components['schemas']['AssetVersions'] | null;
      artifacts?: components['schemas']['ArtifactList'] | null;
    };
    TaskReturn: {
      /** Format: uuid */
      task_id: string;
      reason: string;
    };
    /** @description A task. It also contains the keys of the workflow configuration that the coordinator does not read. */
    TaskSpec: {
      /** Format: uuid */
      task_id: string;
      point_name: string;
      params: components['schemas']['GridPointParams'];
      task_type: components['schemas']['TaskType'];
      seed_point_name: string | null;
      timeout_sec: number;
      workflow_name: string | null;
      wave: number;
      atmosphere_config: components['schemas']['EngineStageConfig'];
      spectrum_config: components['schemas']['EngineStageConfig'];
      spectrum_params: {
        [key: string]: number;
      } | null;
      atmosphere_ref: string | null;
      start_version?: string | null;
      asset_versions?: components['schemas']['AssetVersions'];
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    TaskStatus: 'pending' | 'running' | 'completed' | 'failed' | 'timeout';
    /** @enum {string} */
    TaskType: 'cold_run' | 'seed_step' | 'continue';
    /** Format: date-time */
    Timestamp: string;
    UploadReply: {
      /** @constant */
      status: 'ok';
      received: number;
      stored: boolean;
    };
    ValidateWorkflowRequest: {
      name?: components['schemas']['WorkflowName'];
      config_yaml: string;
    };
    WeightedParent: {
      point_name: string;
      version: string;
      weight: number;
    };
    WorkflowItem: {
      name: string;
      description: string | null;
      config_yaml: string;
      status: components['schemas']['WorkflowStatus'];
      created_at: components['schemas']['Timestamp'];
      updated_at: components['schemas']['Timestamp'];
    };
    WorkflowListStats: {
      total: number;
      converged: number;
      failed: number;
      running: number;
      cold_run_converged: number;
      seed_step_converged: number;
      continue_converged: number;
    };
    /** a workflow name: 1 to 64 of A-Z, a-z, 0-9, ., _ and - */
    WorkflowName: string;
    WorkflowStats: {
      name: string;
      status: components['schemas']['WorkflowStatus'];
      total: number;
      pending: number;
      queued: number;
      running: number;
      converged: number;
      failed: number;
      cold_run_converged: number;
      seed_step_converged: number;
      continue_converged: number;
      retired: number;
      waves: {
        wave: number;
        total: number;
        converged: number;
        failed: number;
      }[];
      unfit: number;
      avg_point_sec: number | null;
      eta_sec: number | null;
      warnings: string[];
      expansion?: {
        made: number;
        total: number;
      };
    };
    /** @enum {string} */
    WorkflowStatus: 'idle' | 'initializing' | 'running' | 'paused' | 'completed';
    WorkflowSummary: {
      name: string;
      description: string | null;
      status: components['schemas']['WorkflowStatus'];
      created_at: components['schemas']['Timestamp'];
      updated_at: components['schemas']['Timestamp'];
      stats: components['schemas']['WorkflowListStats'] | null;
    };
    WorkflowValidation: {
      valid: boolean;
      problems: components['schemas']['ConfigurationProblem'][];
      plan: components['schemas']['ConfigurationPlan'] | null;
      difference: components['schemas']['ConfigurationDifference'] | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AdminNode = components['schemas']['AdminNode'];
export type ArchiveImport = components['schemas']['ArchiveImport'];
export type Artifact = components['schemas']['Artifact'];
export type ArtifactDeclaration = components['schemas']['ArtifactDeclaration'];
export type ArtifactKind = components['schemas']['ArtifactKind'];
export type ArtifactList = components['schemas']['ArtifactList'];
export type ArtifactPath = components['schemas']['ArtifactPath'];
export type ArtifactUse = components['schemas']['ArtifactUse'];
export type ArtifactsPage = components['schemas']['ArtifactsPage'];
export type Asset = components['schemas']['Asset'];
export type AssetVersion = components['schemas']['AssetVersion'];
export type AssetVersions = components['schemas']['AssetVersions'];
export type AssetsPage = components['schemas']['AssetsPage'];
export type Attempt = components['schemas']['Attempt'];
export type AxisText = components['schemas']['AxisText'];
export type CancelReply = components['schemas']['CancelReply'];
export type CancelRequest = components['schemas']['CancelRequest'];
export type CheckStatusReply = components['schemas']['CheckStatusReply'];
export type CheckStatusRequest = components['schemas']['CheckStatusRequest'];
export type ClaimPause = components['schemas']['ClaimPause'];
export type ClaimReply = components['schemas']['ClaimReply'];
export type ClusterStatus = components['schemas']['ClusterStatus'];
export type ComparedAttempt = components['schemas']['ComparedAttempt'];
export type ConfigurationDifference = components['schemas']['ConfigurationDifference'];
export type ConfigurationPlan = components['schemas']['ConfigurationPlan'];
export type ConfigurationProblem = components['schemas']['ConfigurationProblem'];
export type CreateSubscriptionRequest = components['schemas']['CreateSubscriptionRequest'];
export type CreateWorkflowRequest = components['schemas']['CreateWorkflowRequest'];
export type DeclarationReply = components['schemas']['DeclarationReply'];
export type DeclaredArtifact = components['schemas']['DeclaredArtifact'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type Difference = components['schemas']['Difference'];
export type EmptyEnvelope = components['schemas']['EmptyEnvelope'];
export type EngineStageConfig = components['schemas']['EngineStageConfig'];
export type ExtendGridRequest = components['schemas']['ExtendGridRequest'];
export type FailingImport = components['schemas']['FailingImport'];
export type Failure = components['schemas']['Failure'];
export type FailureGroup = components['schemas']['FailureGroup'];
export type FailureGroups = components['schemas']['FailureGroups'];
export type FailureHelp = components['schemas']['FailureHelp'];
export type FleetScheduling = components['schemas']['FleetScheduling'];
export type Forecast = components['schemas']['Forecast'];
export type GridExtension = components['schemas']['GridExtension'];
export type GridMap = components['schemas']['GridMap'];
export type GridPointParams = components['schemas']['GridPointParams'];
export type GridPointRow = components['schemas']['GridPointRow'];
export type GridStats = components['schemas']['GridStats'];
export type HeldTask = components['schemas']['HeldTask'];
export type HeldTasksReply = components['schemas']['HeldTasksReply'];
export type ImportReply = components['schemas']['ImportReply'];
export type InterpolatedModel = components['schemas']['InterpolatedModel'];
export type InterpolatedSpectrum = components['schemas']['InterpolatedSpectrum'];
export type InterpolationError = components['schemas']['InterpolationError'];
export type InterpolationMethod = components['schemas']['InterpolationMethod'];
export type IssuedToken = components['schemas']['IssuedToken'];
export type JudgeReply = components['schemas']['JudgeReply'];
export type JudgeRequest = components['schemas']['JudgeRequest'];
export type Judgement = components['schemas']['Judgement'];
export type JudgementKind = components['schemas']['JudgementKind'];
export type Lineage = components['schemas']['Lineage'];
export type LoginRequest = components['schemas']['LoginRequest'];
export type MapPlane = components['schemas']['MapPlane'];
export type MapPlaneName = components['schemas']['MapPlaneName'];
export type MaxSlots = components['schemas']['MaxSlots'];
export type ModelDifference = components['schemas']['ModelDifference'];
export type ModelOrigin = components['schemas']['ModelOrigin'];
export type NewSubscription = components['schemas']['NewSubscription'];
export type NodeDetail = components['schemas']['NodeDetail'];
export type NodeFailure = components['schemas']['NodeFailure'];
export type NodeHeartbeatReply = components['schemas']['NodeHeartbeatReply'];
export type NodeHeartbeatRequest = components['schemas']['NodeHeartbeatRequest'];
export type NodeHistory = components['schemas']['NodeHistory'];
export type NodeId = components['schemas']['NodeId'];
export type NodeInfo = components['schemas']['NodeInfo'];
export type NodeQuota = components['schemas']['NodeQuota'];
export type NodeRegisterReply = components['schemas']['NodeRegisterReply'];
export type NodeRegisterRequest = components['schemas']['NodeRegisterRequest'];
export type NodeRegistration = components['schemas']['NodeRegistration'];
export type NodeStatus = components['schemas']['NodeStatus'];
export type NotificationEvent = components['schemas']['NotificationEvent'];
export type NotificationType = components['schemas']['NotificationType'];
export type Outlier = components['schemas']['Outlier'];
export type Outliers = components['schemas']['Outliers'];
export type PauseRequest = components['schemas']['PauseRequest'];
export type PlainTime = components['schemas']['PlainTime'];
export type PlannedWork = components['schemas']['PlannedWork'];
export type PointDetail = components['schemas']['PointDetail'];
export type PointExplanation = components['schemas']['PointExplanation'];
export type PointName = components['schemas']['PointName'];
export type PointStatus = components['schemas']['PointStatus'];
export type PointValues = components['schemas']['PointValues'];
export type PointsPage = components['schemas']['PointsPage'];
export type ProblemSeverity = components['schemas']['ProblemSeverity'];
export type ProductName = components['schemas']['ProductName'];
export type Progress = components['schemas']['Progress'];
export type ProgressEntry = components['schemas']['ProgressEntry'];
export type Proposal = components['schemas']['Proposal'];
export type ProposalKind = components['schemas']['ProposalKind'];
export type ProposalReason = components['schemas']['ProposalReason'];
export type Proposals = components['schemas']['Proposals'];
export type Provenance = components['schemas']['Provenance'];
export type QuantityDifference = components['schemas']['QuantityDifference'];
export type RearmReply = components['schemas']['RearmReply'];
export type RearmRequest = components['schemas']['RearmRequest'];
export type RefineGridRequest = components['schemas']['RefineGridRequest'];
export type RegistrationKind = components['schemas']['RegistrationKind'];
export type ReleaseReply = components['schemas']['ReleaseReply'];
export type ReleaseRequest = components['schemas']['ReleaseRequest'];
export type ReportReply = components['schemas']['ReportReply'];
export type ReproduceReply = components['schemas']['ReproduceReply'];
export type ReproduceRequest = components['schemas']['ReproduceRequest'];
export type Reproduction = components['schemas']['Reproduction'];
export type ReproductionStatus = components['schemas']['ReproductionStatus'];
export type Requester = components['schemas']['Requester'];
export type RunningTask = components['schemas']['RunningTask'];
export type RunningTasksPage = components['schemas']['RunningTasksPage'];
export type ScheduledWorkflow = components['schemas']['ScheduledWorkflow'];
export type Scheduling = components['schemas']['Scheduling'];
export type SchedulingChange = components['schemas']['SchedulingChange'];
export type SeedSummary = components['schemas']['SeedSummary'];
export type SeedVersion = components['schemas']['SeedVersion'];
export type SeedsPage = components['schemas']['SeedsPage'];
export type Session = components['schemas']['Session'];
export type Sha256 = components['schemas']['Sha256'];
export type SpectrumDifference = components['schemas']['SpectrumDifference'];
export type Stage = components['schemas']['Stage'];
export type StagePolicy = components['schemas']['StagePolicy'];
export type Subscription = components['schemas']['Subscription'];
export type TaskArtifact = components['schemas']['TaskArtifact'];
export type TaskReport = components['schemas']['TaskReport'];
export type TaskReturn = components['schemas']['TaskReturn'];
export type TaskSpec = components['schemas']['TaskSpec'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type TaskType = components['schemas']['TaskType'];
export type Timestamp = components['schemas']['Timestamp'];
export type UploadReply = components['schemas']['UploadReply'];
export type ValidateWorkflowRequest = components['schemas']['ValidateWorkflowRequest'];
export type WeightedParent = components['schemas']['WeightedParent'];
export type WorkflowItem = components['schemas']['WorkflowItem'];
export type WorkflowListStats = components['schemas']['WorkflowListStats'];
export type WorkflowName = components['schemas']['WorkflowName'];
export type WorkflowStats = components['schemas']['WorkflowStats'];
export type WorkflowStatus = components['schemas']['WorkflowStatus'];
export type WorkflowSummary = components['schemas']['WorkflowSummary'];
export type WorkflowValidation = components['schemas']['WorkflowValidation'];
export type $defs = Record<string, never>;
export interface operations {
  claimTask: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClaimReply'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  reportTask: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description JSON text of a TaskReport. */
          report: string;
          /** @description The converged atmosphere structure. If a later strategy of the atmosphere is continue, also the structure of a run that stopped before it converged. */
          seed_file?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An artifact of the report was not uploaded. Declare it, upload it and report again. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  listHeldTasks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HeldTasksReply'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  returnTask: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskReturn'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  registerNode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NodeRegisterRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeRegisterReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Too many requests. Retry-After says when to try again. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  checkNodeStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckStatusRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckStatusReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Too many requests. Retry-After says when to try again. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  recordHeartbeat: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NodeHeartbeatRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeHeartbeatReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  listNodes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['AdminNode'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['NodeDetail'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  removeNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  approveNode: {
    parameters: {
      query?: {
        applied_at?: string;
      };
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['IssuedToken'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  rejectNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  reissueNodeToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['IssuedToken'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  disableNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  enableNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  setNodeQuota: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NodeQuota'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: string;
          };
        };
      };
    };
  };
  readReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: string;
          };
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  readDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  readConsole: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readConsoleAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  streamEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClusterStatus'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LoginRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Session'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Too many requests. Retry-After says when to try again. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Requester'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listSeeds: {
    parameters: {
      query?: {
        prefix?: string;
        limit?: number;
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['SeedsPage'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listSeedVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        point: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['SeedVersion'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  downloadSeed: {
    parameters: {
      query?: {
        workflow?: string;
        version?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  downloadDataFile: {
    parameters: {
      query?: {
        version?: components['schemas']['Sha256'];
      };
      header?: never;
      path: {
        filename: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  downloadLineList: {
    parameters: {
      query?: {
        version?: components['schemas']['Sha256'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  importSeed: {
    parameters: {
      query?: {
        workflow?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description JSON text of the model summary. */
          report: string;
          /** @description Required if the model converged. */
          seed_file?: string;
          /** @description cold_run or seed_step (the default). */
          success_method?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  listAssets: {
    parameters: {
      query?: {
        path?: string;
        limit?: number;
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['AssetsPage'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listWorkflows: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['WorkflowSummary'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  createWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWorkflowRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['WorkflowItem'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  updateWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWorkflowRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  deleteWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  extendGrid: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExtendGridRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['GridExtension'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  startWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  stopWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readStats: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['WorkflowStats'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readForecast: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Forecast'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readProgress: {
    parameters: {
      query?: {
        hours?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Progress'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  validateWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ValidateWorkflowRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['WorkflowValidation'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readWorkflowSchema: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  listProposals: {
    parameters: {
      query?: {
        limit?: number;
        kind?: components['schemas']['ProposalKind'];
        least?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Proposals'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  refineGrid: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefineGridRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['GridExtension'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listPoints: {
    parameters: {
      query?: {
        status?: components['schemas']['PointStatus'];
        method?: components['schemas']['TaskType'];
        wave?: number;
        q?: string;
        unfit?: boolean;
        teff?: string;
        logg?: string;
        loghe?: string;
        logc?: string;
        logn?: string;
        logo?: string;
        attempts?: string;
        node_id?: string;
        group?: string;
        retired?: 'true' | 'false';
        sort?: 'wave' | 'teff' | 'max_relc' | 'attempts' | 'last_completed_at';
        order?: 'asc' | 'desc';
        limit?: number;
        offset?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['PointsPage'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readPoint: {
    parameters: {
      query?: {
        attempt?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        point: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['PointDetail'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  explainPoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        point: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['PointExplanation'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  releasePoints: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReleaseRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ReleaseReply'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  rearmPoints: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RearmRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['RearmReply'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  exportPoints: {
    parameters: {
      query?: {
        status?: components['schemas']['PointStatus'];
        method?: components['schemas']['TaskType'];
        wave?: number;
        q?: string;
        unfit?: boolean;
        teff?: string;
        logg?: string;
        loghe?: string;
        logc?: string;
        logn?: string;
        logo?: string;
        attempts?: string;
        node_id?: string;
        group?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readProvenance: {
    parameters: {
      query?: {
        version?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        point: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Provenance'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  declareArtifacts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ArtifactDeclaration'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeclarationReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  uploadArtifact: {
    parameters: {
      query: {
        task_id: string;
        offset?: number;
      };
      header?: never;
      path: {
        sha256: components['schemas']['Sha256'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadReply'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeFailure'];
        };
      };
    };
  };
  listArtifacts: {
    parameters: {
      query?: {
        point?: components['schemas']['PointName'];
        task_id?: string;
        kind?: components['schemas']['ArtifactKind'];
        product?: components['schemas']['ProductName'];
        limit?: number;
        after?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ArtifactsPage'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readArtifactUse: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ArtifactUse'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  downloadArtifact: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sha256: components['schemas']['Sha256'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listFailures: {
    parameters: {
      query?: {
        stage?: components['schemas']['Stage'];
        limit?: number;
        offset?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['FailureGroups'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listSubscriptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Subscription'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSubscriptionRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['NewSubscription'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  deleteSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  testSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Delivery'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        status?: components['schemas']['DeliveryStatus'];
        limit?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Delivery'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  exportWorkflow: {
    parameters: {
      query?: {
        status?: components['schemas']['PointStatus'];
        method?: components['schemas']['TaskType'];
        wave?: number;
        q?: string;
        unfit?: boolean;
        teff?: string;
        logg?: string;
        loghe?: string;
        logc?: string;
        logn?: string;
        logo?: string;
        attempts?: string;
        node_id?: string;
        group?: string;
        retired?: 'true' | 'false';
        spectra?: 'fits';
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-tar': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An artifact of the report was not uploaded. Declare it, upload it and report again. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sha256: components['schemas']['Sha256'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ArchiveImport'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  uploadArchive: {
    parameters: {
      query: {
        offset: number;
        size: number;
      };
      header?: never;
      path: {
        sha256: components['schemas']['Sha256'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ArchiveImport'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readScheduling: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['FleetScheduling'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  setScheduling: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SchedulingChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Scheduling'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  pauseClaims: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PauseRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ClaimPause'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  resumeClaims: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listRunningTasks: {
    parameters: {
      query?: {
        workflow?: components['schemas']['WorkflowName'];
        node?: components['schemas']['NodeId'];
        overrun?: boolean;
        limit?: number;
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['RunningTasksPage'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  cancelTask: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        task_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['CancelReply'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  cancelNodeTasks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        node_id: components['schemas']['NodeId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['CancelReply'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listOutliers: {
    parameters: {
      query?: {
        limit?: number;
        least?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Outliers'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  interpolateModel: {
    parameters: {
      query?: {
        teff?: number;
        logg?: number;
        loghe?: number;
        logc?: number;
        logn?: number;
        logo?: number;
        method?: components['schemas']['InterpolationMethod'];
        format?: 'json' | 'file';
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['InterpolatedModel'];
          };
          'application/octet-stream': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  interpolateSpectrum: {
    parameters: {
      query?: {
        teff?: number;
        logg?: number;
        loghe?: number;
        logc?: number;
        logn?: number;
        logo?: number;
        method?: components['schemas']['InterpolationMethod'];
        kind?: string;
        product?: string;
        format?: 'json' | 'file';
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['InterpolatedSpectrum'];
          };
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  judgePoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        point: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JudgeRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['JudgeReply'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listJudgements: {
    parameters: {
      query?: {
        point?: components['schemas']['PointName'];
        kind?: components['schemas']['JudgementKind'];
        stands?: boolean;
        limit?: number;
        before?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: {
              judgements: components['schemas']['Judgement'][];
            };
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  listReproductions: {
    parameters: {
      query?: {
        point?: components['schemas']['PointName'];
        status?: components['schemas']['ReproductionStatus'];
        limit?: number;
        before?: number;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: {
              reproductions: components['schemas']['Reproduction'][];
            };
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  reproducePoints: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReproduceRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['ReproduceReply'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  withdrawReproduction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        reproduction_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyEnvelope'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readMap: {
    parameters: {
      query?: {
        since?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['GridMap'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readMapPlane: {
    parameters: {
      query?: {
        since?: string;
      };
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        plane: components['schemas']['MapPlaneName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['MapPlane'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
  readLineage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: components['schemas']['WorkflowName'];
        point: components['schemas']['PointName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            data: components['schemas']['Lineage'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description The credential does not allow this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Failure'];
        };
      };
    };
  };
}
