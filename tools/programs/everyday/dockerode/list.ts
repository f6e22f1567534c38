import Docker from 'dockerode';

const docker = new Docker();
for (const { Names, State } of await docker.listContainers({ all: true })) console.log(Names[0], State);
