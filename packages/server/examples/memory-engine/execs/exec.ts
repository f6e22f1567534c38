/** An exec: an additional command in a running container. */
import { Conflict } from '@lading/server';
import type { ContainerExecRequest } from '@lading/types-v1.44';
import type { Container, ContainerHandlers } from '../containers/container.js';
import type { Engine } from '../engine.js';
import { newId } from '../ids.js';
import type { Process } from '../processes/process.js';

export interface Exec {
  readonly id: string;
  readonly container: Container;
  readonly request: ContainerExecRequest;
  /** The size of its terminal, rows first. */
  consoleSize: readonly number[] | null | undefined;
  process: Process | undefined;
  pid: number;
  exitCode: number | null;
}

export function createExec(engine: Engine): NonNullable<ContainerHandlers['exec']> {
  return ({ path: { id }, body }) => {
    const container = engine.container(id);
    if (container.state.Paused) throw new Conflict(`Container ${id} is paused, unpause the container before exec`);
    if (!container.isRunning) throw new Conflict(`container ${container.id} is not running`);
    const exec: Exec = {
      id: newId(),
      container,
      request: body,
      consoleSize: body.ConsoleSize,
      process: undefined,
      pid: 0,
      exitCode: null,
    };
    engine.execs.set(exec.id, exec);
    container.execs.add(exec.id);
    engine.emit(container, `exec_create: ${body.Cmd.join(' ')}`, { execID: exec.id });
    return { Id: exec.id };
  };
}
