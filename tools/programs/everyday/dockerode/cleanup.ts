import Docker from 'dockerode';

const docker = new Docker();
const filters = { label: ['test=1'] };
const containers = await docker.listContainers({ all: true, filters });
for (const { Id } of containers) await docker.getContainer(Id).remove({ force: true, v: true });
const networks = await docker.listNetworks({ filters });
for (const { Id } of networks) await docker.getNetwork(Id).remove();
const { Volumes } = await docker.listVolumes({ filters });
for (const { Name } of Volumes) await docker.getVolume(Name).remove();
console.log(containers.length, networks.length, Volumes.length);
