/** The memory that processes of a container have. */
import type { Engine } from '../engine.js';
import type { MemoryLimit } from '../processes/process.js';
import type { Container } from './container.js';

/** That of the machine, which is not for scripts to fill. */
const machine = 64 * 1024 * 1024;

export function memoryOf(engine: Engine, container: Container): MemoryLimit {
  return {
    bytes: Math.min(container.hostConfig.Memory || machine, machine),
    exceeded: () => {
      container.change({ OOMKilled: true });
      engine.tell(container, 'oom');
    },
  };
}
