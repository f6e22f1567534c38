/** Prepares a task on a node: its image, its networks, its container, its secrets and configs. */
import { NotFound } from '@lading/server-v1.44';
import type { Container } from '../../objects/containers/container.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import { newFile } from '../../filesystem/memory-tree.js';
import type { ImageService } from '../../objects/images/image-service.js';
import type { NetworkService } from '../../objects/networks/network-service.js';
import type { NetworkRecord } from '../../state/network-record.js';
import type { SecretRecord } from '../cluster/swarm-object.js';
import type { Cluster } from '../cluster/cluster.js';
import type { FileReference } from '../cluster/service-record.js';
import { containerRequestOf } from './task-container.js';
import type { TaskRecord } from '../cluster/task-record.js';
import { expandTemplate } from './template.js';
import type { TemplateContext } from './template-context.js';

/** The secrets or the configs of a swarm. */
interface SecretSource {
  readonly kind: 'secret' | 'config';
  all(): readonly SecretRecord[];
  get(id: string): SecretRecord | undefined;
}

/** What the preparation needs of the swarm. */
export interface TaskSources {
  readonly cluster: Cluster;
  readonly networks: { get(id: string): NetworkRecord | undefined };
  readonly secrets: SecretSource;
  readonly configs: SecretSource;
}

export interface PreparationParts {
  readonly containers: ContainerService;
  readonly images: ImageService;
  readonly networks: NetworkService;
  /** Pulls an image. @throws NotFound */
  readonly pull: (name: string) => Promise<void>;
}

export class TaskPreparation {
  readonly #swarm: TaskSources;
  readonly #node: string;
  readonly #parts: PreparationParts;

  constructor(swarm: TaskSources, node: string, parts: PreparationParts) {
    this.#swarm = swarm;
    this.#node = node;
    this.#parts = parts;
  }

  /** @throws Error if the task cannot run on the node */
  async prepare(task: TaskRecord): Promise<Container> {
    const image = await this.#image(task.settings.image);
    const { containers, networks } = this.#parts;
    const overlays = task.networks.flatMap(({ networkId }) => this.#swarm.networks.get(networkId) ?? []);
    for (const network of overlays) networks.adopt(network);
    const context = this.#context(task);
    const service = this.#swarm.cluster.tables.service.get(task.serviceId);
    const request = containerRequestOf(task, image, {
      context,
      serviceName: service?.name ?? '',
      networkOf: (id) => this.#swarm.networks.get(id) ?? networks.all().find(({ name }) => name === id),
      logDriver: this.#swarm.cluster.record.settings.logDriver,
    });
    const container = containers.create(task.name, request, { owner: 'task' });
    try {
      this.#write(container, task.settings.secrets, this.#swarm.secrets, context);
      this.#write(container, task.settings.configs, this.#swarm.configs, context);
    } catch (error) {
      await containers.remove(container, true);
      throw error;
    }
    return container;
  }

  /** Returns the name under which the node has the image, after a pull if it is missing. */
  async #image(name: string): Promise<string> {
    const { images, pull } = this.#parts;
    // A tag beside a digest is only information.
    const exact = name.replace(/:[^/@]+(?=@)/, '');
    const found = (): string | undefined => [name, exact].find((each) => images.search(each) !== undefined);
    const existing = found();
    if (existing !== undefined) return existing;
    try {
      await pull(exact);
    } catch {
      throw new NotFound(`No such image: ${name}`);
    }
    return found() ?? exact;
  }

  #context(task: TaskRecord): TemplateContext {
    const { service, node } = this.#swarm.cluster.tables;
    const { hostname = '', os = '', architecture = '' } = node.get(this.#node)?.description ?? {};
    const { id = '', name = '', settings } = service.get(task.serviceId) ?? {};
    return {
      service: { id, name, labels: settings?.labels ?? {} },
      node: { id: this.#node, hostname, os, architecture },
      task: { id: task.id, name: task.name, slot: task.slot === 0 ? this.#node : String(task.slot) },
    };
  }

  /** Writes secrets or configs as files of the container. */
  #write(
    container: Container,
    references: readonly FileReference[],
    source: SecretSource,
    context: TemplateContext,
  ): void {
    for (const { id, path, mode, uid, gid } of references) {
      const record = source.get(id);
      if (record === undefined) throw new NotFound(`${source.kind} ${id} not found`);
      const entry = newFile(this.#dataOf(record, container, context), container.record.created, mode);
      container.files.own.put(path, { ...entry, uid, gid });
    }
  }

  #dataOf({ data, templating }: SecretRecord, container: Container, context: TemplateContext): Buffer {
    const content = Buffer.from(data, 'base64');
    if (templating?.name !== 'golang') return content;
    const lookUp = (kind: 'env' | 'secret' | 'config', name: string): string => {
      if (kind === 'env') {
        const variable = container.settings.environment.find((each) => each.startsWith(`${name}=`));
        return variable?.slice(name.length + 1) ?? '';
      }
      const table = kind === 'secret' ? this.#swarm.secrets : this.#swarm.configs;
      const referenced = table.all().find((each) => each.name === name);
      return referenced === undefined ? '' : Buffer.from(referenced.data, 'base64').toString();
    };
    return Buffer.from(expandTemplate(content.toString(), { ...context, lookUp }));
  }
}
