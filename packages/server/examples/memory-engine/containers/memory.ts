/** The memory limit of the processes of a container. */
import type { Engine } from '../engine.js';
import type { MemoryLimit } from '../processes/process.js';
import type { Container } from './container.js';

/** The limit without a configured one, which protects the memory of the machine. */
const maxMemory = 64 * 1024 * 1024;

export function memoryOf(engine: Engine, container: Container): MemoryLimit {
  return {
    bytes: Math.min(container.hostConfig.Memory || maxMemory, maxMemory),
    exceeded: () => {
      container.change({ OOMKilled: true });
      engine.emit(container, 'oom');
    },
  };
}
