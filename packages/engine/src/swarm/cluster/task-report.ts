/** What a node or the scheduler reports of a task. */
import type { TaskRecord } from './task-record.js';

export type TaskReport = Partial<
  Pick<TaskRecord, 'state' | 'message' | 'error' | 'container' | 'nodeId' | 'hostPorts'>
>;
