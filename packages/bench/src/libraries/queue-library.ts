/** A queue library under test, its queue filled. */
export interface QueueLibrary {
  /** Takes the next job; undefined when the queue is empty. */
  claim(caller: number): Promise<unknown>;
  /** Takes a job and completes it, with `work` between the two; false when the queue is empty. */
  cycle(caller: number, work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

/** A job's payload: what a task's parameters are to us. */
export interface Payload {
  readonly point_name: string;
  readonly params: Readonly<Record<string, number>>;
  readonly task_type: string;
  readonly workflow_name: string;
}
