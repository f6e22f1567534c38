import Docker from 'dockerode';

const docker = new Docker();
const { ContainersDeleted } = await docker.pruneContainers({ filters: { label: ['test=1'] } });
const { ImagesDeleted } = await docker.pruneImages({ filters: { dangling: ['true'] } });
console.log(ContainersDeleted?.length, ImagesDeleted?.length ?? 0);
