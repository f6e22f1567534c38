/** The memory limit of the processes of a container. */
import type { MemoryLimit } from '../ports/container-runtime.js';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';

/** The limit without a configured one, which protects the memory of the machine. */
const maxMemory = 64 * 1024 * 1024;

export function memoryLimitOf(containers: ContainerService, container: Container): MemoryLimit {
  return {
    bytes: Math.min(container.host.memory || maxMemory, maxMemory),
    exceeded: () => {
      container.changeState({ isOutOfMemory: true });
      containers.emit(container, 'oom');
    },
  };
}
