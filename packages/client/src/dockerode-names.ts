/** The methods of dockerode, which an engine has no second time: the compiler, and the error of a call, say how each is written. */

/** How a call is written, by the name of dockerode's method. */
const forms = {
  buildImage: 'engine.image.build({ body: archive, t: [name] })',
  checkAuth: 'engine.system.auth({ body: login })',
  createConfig: 'engine.config.create({ body })',
  createContainer: 'engine.container.create({ name, body })',
  createImage: 'engine.image.create({ fromImage })',
  createNetwork: 'engine.network.create({ body })',
  createPlugin: 'engine.plugin.create({ name, body: archive })',
  createSecret: 'engine.secret.create({ body })',
  createService: 'engine.service.create({ body })',
  createVolume: 'engine.volume.create({ body })',
  df: 'engine.system.dataUsage()',
  followProgress: 'follow(stream)',
  getConfig: 'engine.config(id)',
  getContainer: 'engine.container(id)',
  getEvents: 'engine.system.events()',
  getExec: 'engine.exec(id)',
  getImage: 'engine.image(name)',
  getImages: 'engine.image.getAll({ names })',
  getNetwork: 'engine.network(id)',
  getNode: 'engine.node(id)',
  getPlugin: 'engine.plugin(name)',
  getSecret: 'engine.secret(id)',
  getService: 'engine.service(id)',
  getTask: 'engine.task(id)',
  getVolume: 'engine.volume(name)',
  importImage: "engine.image.create({ fromSrc: '-', body: archive })",
  info: 'engine.system.info()',
  listConfigs: 'engine.config.list()',
  listContainers: 'engine.container.list()',
  listImages: 'engine.image.list()',
  listNetworks: 'engine.network.list()',
  listNodes: 'engine.node.list()',
  listPlugins: 'engine.plugin.list()',
  listSecrets: 'engine.secret.list()',
  listServices: 'engine.service.list()',
  listTasks: 'engine.task.list()',
  listVolumes: 'engine.volume.list()',
  loadImage: 'engine.image.load({ body: archive })',
  ping: 'engine.system.ping()',
  pruneBuilder: 'engine.build.prune()',
  pruneContainers: 'engine.container.prune()',
  pruneImages: 'engine.image.prune()',
  pruneNetworks: 'engine.network.prune()',
  pruneVolumes: 'engine.volume.prune()',
  pull: 'pull(engine, name)',
  pullAll: 'engine.image.create({ fromImage })',
  run: 'run(engine, { image, command })',
  searchImages: 'engine.image.search({ term })',
  swarmInit: 'engine.swarm.init({ body })',
  swarmInspect: 'engine.swarm.inspect()',
  swarmJoin: 'engine.swarm.join({ body })',
  swarmLeave: 'engine.swarm.leave()',
  swarmUpdate: 'engine.swarm.update({ version, body })',
} as const;

type Forms = typeof forms;

/** Methods that no program can call: what the compiler says of a call contains how it is written. */
export type DockerodeNames = {
  readonly [Name in keyof Forms]: (this: `Write ${Forms[Name]}`, ...passed: readonly unknown[]) => never;
};

/** Adds the methods to an engine, so that a program in JavaScript reads the same. They are not enumerated. */
export function withDockerodeNames<Engine extends object>(engine: Engine): Engine {
  for (const [name, form] of Object.entries(forms)) {
    const value = (): never => {
      throw new TypeError(`engine.${name} is a method of dockerode. Write ${form}.`);
    };
    Object.defineProperty(engine, name, { value });
  }
  return engine;
}
