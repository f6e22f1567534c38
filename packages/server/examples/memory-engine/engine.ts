/** The state of the engine. */
import type { Container } from './containers/container.js';
import { Events } from './events.js';
import type { Exec } from './execs/exec.js';
import { newId } from './ids.js';
import { Images } from './images/images.js';
import { lookup } from './lookup.js';
import { Networks } from './networks/networks.js';
import { Volumes } from './volumes/volumes.js';

export class Engine {
  readonly id = newId().slice(0, 32);
  readonly started = new Date();
  readonly events = new Events();
  readonly images = new Images(this.events);
  readonly networks = new Networks(this.events);
  readonly volumes = new Volumes(this.events);
  readonly containers = new Map<string, Container>();
  readonly execs = new Map<string, Exec>();

  /** Finds a container by id, name or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  container(wanted: string): Container {
    return lookup(this.containers.values(), wanted, 'container');
  }

  /** Emits an event of a container. */
  emit(container: Container, action: string, attributes: Readonly<Record<string, string>> = {}): void {
    this.events.emit('container', action, container.id, { ...container.attributes, ...attributes });
  }
}
